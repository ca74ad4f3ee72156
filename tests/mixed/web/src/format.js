export const money = (cents) => `${cents / 100} €`;

export function* digits(text) {
  for (const char of text) yield char;
}
