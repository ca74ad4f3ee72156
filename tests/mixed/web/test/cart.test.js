import { Cart } from '../src/index.js';

describe('cart', () => {
  it('starts empty', () => {
    const cart = new Cart('me');
    cart.add({ price: 0 });
    expect(cart.total).toBe('0 €');
  });
});
