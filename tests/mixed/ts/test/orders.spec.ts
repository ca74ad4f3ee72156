import { Entity, OrderBook } from '../src';

class MockEntity extends Entity {
  async save(): Promise<void> {}
}

test('nothing is open', () => expect(OrderBook.open()).toEqual([]));
