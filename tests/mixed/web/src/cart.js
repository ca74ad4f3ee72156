import { EventTarget as Base } from './events.js';
import { money } from './format.js';

const LIMIT = 10;

/** What the visitor is about to buy. */
export class Cart extends Base {
  #lines = [];
  static empty = new Cart();

  constructor(owner) {
    super();
    this.owner = owner;
  }

  get total() {
    return money(this.#lines.reduce((sum, line) => sum + line.price, 0));
  }

  add = (line) => {
    const full = () => this.#lines.length >= LIMIT;
    if (full()) throw new RangeError('full');
    this.#lines.push(line);
  };
}
