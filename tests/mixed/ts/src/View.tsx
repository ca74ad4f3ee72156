import { Order } from './orders';

interface Props {
  order: Order;
}

export const View = ({ order }: Props) => <p>{order.key}</p>;
