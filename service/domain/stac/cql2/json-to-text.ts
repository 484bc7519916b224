import { filterError } from './tokens.ts'

const INFIX = new Set(['=', '<>', '<', '<=', '>', '>='])

const quoted = (text: string, quote: string) => quote + text.replaceAll(quote, quote + quote) + quote
const wrong = (what: string) => filterError(`${what}; see OGC 21-065r2, CQL2 JSON.`)

/** A filter of CQL2 JSON, whose depth the body's parser limits, as CQL2 text. @throws ServiceError 'bad-request' */
export function jsonToText(filter: unknown): string {
  if (typeof filter === 'string') return quoted(filter, "'")
  if (typeof filter === 'number') return String(filter)
  if (typeof filter !== 'object' || filter === null) throw wrong(`${String(filter)} cannot be compared`)
  const { op, args, property, timestamp, date } = filter as Record<string, unknown>
  if (typeof property === 'string') return quoted(property, '"')
  if (typeof timestamp === 'string') return `TIMESTAMP(${quoted(timestamp, "'")})`
  if (typeof date === 'string') return `DATE(${quoted(date, "'")})`
  if (typeof op !== 'string' || !Array.isArray(args))
    throw wrong("a part has neither 'op' and 'args' nor 'property'")
  return call(op.toLowerCase(), args)
}

function call(op: string, args: readonly unknown[]): string {
  const [first, second, third] = args
  if ((op === 'and' || op === 'or') && args.length > 0) return `(${args.map(jsonToText).join(` ${op} `)})`
  if (op === 'not' && args.length === 1) return `(not ${jsonToText(first)})`
  if (op === 'isnull' && args.length === 1) return `${jsonToText(first)} is null`
  if ((INFIX.has(op) || op === 'like') && args.length === 2)
    return `${jsonToText(first)} ${op} ${jsonToText(second)}`
  if (op === 'between' && args.length === 3)
    return `${jsonToText(first)} between ${jsonToText(second)} and ${jsonToText(third)}`
  if (op === 'in' && args.length === 2 && Array.isArray(second))
    return `${jsonToText(first)} in (${second.map(jsonToText).join(', ')})`
  throw filterError(
    `'${op.slice(0, 40)}' with ${args.length} arguments is not supported; use bbox or intersects for areas, datetime for times.`,
  )
}
