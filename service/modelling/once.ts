/** A value that is made when first needed. */
export function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}
