/** Queries of addresses may contain one-time tokens and people's search words. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '')

const WORD = /[^\s"'`()<>,;]+/g

function cleanWord(word: string): string {
  if (word.includes('://') || word.startsWith('/')) return cleanAddress(withoutQuery(word))
  return word.includes('@') ? '[e-mail]' : word
}

/** Email addresses also appear as part of a path. */
const cleanAddress = (address: string): string =>
  address
    .split('/')
    .map((part) => (/@|%40/i.test(part) ? '[e-mail]' : part))
    .join('/')

/** Text that may leave the browser: addresses without query and fragment, no email, no bearer token. */
export const cleanText = (text: string): string =>
  text.replace(/\b(bearer|basic) +\S+/gi, '$1 [token]').replace(WORD, cleanWord)

/** Cleans every text within a value, in place if possible. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || depth > 12) return value
  for (const [key, inner] of Object.entries(value))
    (value as Record<string, unknown>)[key] = clean(inner, depth + 1)
  return value
}

interface Reported {
  user?: unknown
  server_name?: unknown
  request?: { url?: string; query_string?: unknown; cookies?: unknown; headers?: unknown }
  [field: string]: unknown
}

/** Personal data and typed text are private: neither is sent with an error. */
const REPORTED = [
  'message',
  'logentry',
  'transaction',
  'exception',
  'breadcrumbs',
  'extra',
  'contexts',
  'tags',
]

const MAX_MESSAGE = 250
const cut = (text: string) => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text)
const MESSAGES = new Set(['message', 'formatted', 'value'])

/** Applied to the event, its exceptions and its breadcrumbs. */
function cutMessages(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 4) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') cutMessages(inner, depth + 1)
    else if (MESSAGES.has(key)) (value as Record<string, unknown>)[key] = cut(inner)
  }
}

export function scrubEvent<T extends object>(event: T): T {
  const fields = event as Reported
  delete fields.user
  delete fields.server_name
  if (fields.request) fields.request = { url: fields.request.url && cleanText(fields.request.url) }
  for (const field of REPORTED) if (field in fields) fields[field] = clean(fields[field])
  cutMessages(fields)
  return event
}
