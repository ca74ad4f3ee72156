export function leftpad(text, width) {
  return text.padStart(width);
}
