import { queryString } from '~/lib/query-string.ts'

/** The address bar's form of search parameters: `?status=pending&status=running&final=true&page=2`. */
type Search = Record<string, unknown>

const decode = (text: string): unknown => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}

export function parseSearch(query: string): Search {
  const out = new Map<string, unknown>()
  for (const [key, text] of new URLSearchParams(query)) {
    const previous = out.get(key)
    const value = decode(text)
    if (Array.isArray(previous)) previous.push(value)
    else out.set(key, previous === undefined ? value : [previous, value])
  }
  out.delete('__proto__')
  return Object.fromEntries(out)
}

export function stringifySearch(search: Search): string {
  const text = queryString(search)
  return text && `?${text}`
}
