import { sentence } from '#service/sentence.ts'
import { ServiceError } from '../../../service-error.ts'

export interface Token {
  type: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  text: string
  at: number
}

/** What the person wrote that CQL2 or this catalogue does not know; `at` counts from 0. */
export const filterError = (message: string, at?: number): ServiceError =>
  new ServiceError(
    'bad-request',
    sentence`filter${at === undefined ? '' : `, character ${at + 1}`}: ${message}`,
  )

/** In this order: `<>` before `<`. A number's sign belongs to it, because filters do not compute. */
const KINDS: readonly [Token['type'], RegExp][] = [
  ['text', /'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")+"/y],
  ['number', /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y],
  ['word', /[A-Za-z_][\w:.]*/y],
  ['sign', /<>|<=|>=|[=<>(),]/y],
]
const SPACE = /\s*/y

/** The tokens of a CQL2 text, the last one `end`. @throws ServiceError 'bad-request' with the position */
export function readTokens(filter: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; ;) {
    SPACE.lastIndex = at
    at += SPACE.exec(filter)?.[0].length ?? 0
    if (at >= filter.length) return [...tokens, { type: 'end', text: '', at }]
    const token = tokenAt(filter, at)
    if (!token) throw filterError(`'${filter.slice(at, at + 20)}' is not CQL2 text.`, at)
    tokens.push(token)
    at += token.text.length
  }
}

function tokenAt(filter: string, at: number): Token | null {
  for (const [type, pattern] of KINDS) {
    pattern.lastIndex = at
    const [text] = pattern.exec(filter) ?? []
    if (text !== undefined) return { type, text, at }
  }
  return null
}
