import { money } from './format.js';

export default function Button({ price, onBuy }) {
  const click = () => onBuy(price);
  return <button onClick={click}>{money(price)}</button>;
}
