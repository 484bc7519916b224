/** 'Ada Lovelace' → 'A. Lovelace'; a single name stays whole. */
export function shortName(name: string): string {
  const parts = name.trim().split(/\s+/)
  const last = parts.at(-1)
  const initial = Array.from(parts[0] ?? '')[0]
  return parts.length < 2 || !last || !initial ? name : `${initial}. ${last}`
}
