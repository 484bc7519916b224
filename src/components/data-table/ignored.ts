/**
 * Values in the address that the contract rejects move to its key `ignored`, as `field=value`, so that the screen can
 * list them: the server redirects to the canonical address before it renders anything.
 */
const MAX_IGNORED = 10
const MAX_LENGTH = 60

export interface Ignored {
  field: string
  value: string
  /** The accepted values in words. */
  allowed: string | undefined
}

export function ignoredEntry(field: string, rejected: unknown): string {
  const text = [rejected].flat().map(inWords).join(', ').toWellFormed()
  const letters = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim())
  const short = letters.length > MAX_LENGTH ? [...letters.slice(0, MAX_LENGTH - 1), '…'] : letters
  return `${field}=${short.join('')}`
}

/** Addresses contain texts, numbers and flags; a link may contain anything. */
const inWords = (value: unknown) =>
  typeof value === 'string'
    ? value
    : ['number', 'boolean'].includes(typeof value)
      ? `${value as number}`
      : typeof value

/** The entries already in the address: of known fields, without duplicates, limited in length and number. */
export function ignoredEntries(value: unknown, fields: readonly string[]): string[] {
  const entries = [value].flat().filter((entry): entry is string => typeof entry === 'string')
  const known = entries.flatMap((entry) => {
    const { field, value: rejected } = splitEntry(entry)
    return fields.includes(field) ? [ignoredEntry(field, rejected)] : []
  })
  return [...new Set(known)].slice(0, MAX_IGNORED)
}

export function splitEntry(entry: string): { field: string; value: string } {
  const at = entry.indexOf('=')
  return { field: entry.slice(0, Math.max(at, 0)), value: entry.slice(at + 1) }
}
