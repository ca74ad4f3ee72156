import { Cart } from '../src/index.js';

describe('cart', () => {
  it('starts empty', () => {
    const cart = new Cart('me');
    expect(cart.total).toBe('0 €');
  });
});
