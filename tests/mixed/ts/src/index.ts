export * from './model';
export { Orders as OrderBook } from './orders';
