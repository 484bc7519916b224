/** `a=1&a=2&b=x`: a key with several values is repeated; absent or empty values are omitted. */
export function queryString(values: Record<string, unknown>): string {
  const out = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    for (const one of [value].flat()) {
      if (one === '' || !isPlain(one)) continue
      out.append(key, String(one))
    }
  }
  return out.toString()
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)
