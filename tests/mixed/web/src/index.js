// The way in.
export { Cart } from './cart.js';
export * as format from './format.js';
export { default as Button } from './Button.jsx';
