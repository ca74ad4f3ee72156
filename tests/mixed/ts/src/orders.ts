import type { Row } from './model';
import { Entity, State } from '@shop/model';

function logged(target: unknown, name: string): void {}

export class Order extends Entity {
  state: State = State.Open;
  private lines: Row<{ count: number }>[] = [];

  find(key: string): number;
  find(key: number): number;
  find(key: string | number): number {
    return this.lines.findIndex((line) => line.key === key);
  }

  @logged
  async save(): Promise<void> {}
}

export namespace Orders {
  export const all: Order[] = [];
  export function open(): Order[] {
    return all.filter((order) => order.state === State.Open);
  }
}
