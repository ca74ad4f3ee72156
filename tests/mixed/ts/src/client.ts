export async function load(key: string) {
  return fetch(`${import.meta.env.VITE_SHOP}/orders/${key}`)
}
