/**
 * What the contract rejects in an address moves to its key `ignored`, values as `field=value` and unknown names alone, so
 * that the screen can list it: the server redirects to the canonical address before it renders anything.
 */
const MAX_IGNORED = 10
const MAX_LENGTH = 60

/** What mail programs, search engines and social networks add to links. */
const TRACKING =
  /^(utm_.*|(d|fb|g|ms|tt|tw|y)clk?id|[gw]braid|igshid|li_fat_id|mc_[ce]id|mkt_tok|_ga|_gl|_hs\w+)$/i

export interface Ignored {
  field: string
  /** Undefined: the list knows no such field. */
  value: string | undefined
  /** The accepted values in words; of an unknown field, the nearest known one. */
  allowed: string | undefined
}

export function ignoredEntry(field: string, rejected: unknown): string {
  return `${field}=${shortText([rejected].flat().map(inWords).join(', '))}`
}

/** The names of an address that no list knows, without those that only count visitors. */
export const unknownNames = (names: readonly string[]): string[] =>
  names.filter((name) => !TRACKING.test(name)).map(nameAlone)

/** An entry without a value has no '='. */
const nameAlone = (name: string) => shortText(name.replaceAll('=', ' '))

function shortText(text: string): string {
  const letters = Array.from(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .trim(),
  )
  return (letters.length > MAX_LENGTH ? [...letters.slice(0, MAX_LENGTH - 1), '…'] : letters).join('')
}

/** Addresses contain texts, numbers and flags; a link may contain anything. */
const inWords = (value: unknown) =>
  typeof value === 'string'
    ? value
    : ['number', 'boolean'].includes(typeof value)
      ? `${value as number}`
      : typeof value

/** The entries already in the address, without duplicates, limited in length and number. */
export function ignoredEntries(value: unknown, fields: readonly string[]): string[] {
  const entries = [value].flat().filter((entry): entry is string => typeof entry === 'string')
  const canonical = entries.flatMap((entry) => {
    const { field, value: rejected } = splitEntry(entry)
    if (!fields.includes(field)) return unknownNames([field])
    return rejected === undefined ? [] : [ignoredEntry(field, rejected)]
  })
  return [...new Set(canonical)].filter((entry) => entry !== '').slice(0, MAX_IGNORED)
}

export function splitEntry(entry: string): { field: string; value: string | undefined } {
  const at = entry.indexOf('=')
  return at < 0
    ? { field: entry, value: undefined }
    : { field: entry.slice(0, at), value: entry.slice(at + 1) }
}
