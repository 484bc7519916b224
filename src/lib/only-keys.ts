/** Drops every other key from an address. */
export const onlyKeys = <T extends object>(raw: T, keys: readonly string[]): T =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => keys.includes(key))) as T
