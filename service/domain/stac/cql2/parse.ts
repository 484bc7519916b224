import { type Token, filterError, readTokens } from './tokens.ts'

export type Literal =
  | { type: 'text'; value: string }
  | { type: 'number'; value: number }
  | { type: 'moment'; value: string }
type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A CQL2 filter: Basic CQL2 and the advanced comparison operators, with a property on one side. */
export type Filter =
  | { op: 'and' | 'or'; parts: Filter[] }
  | { op: 'not'; part: Filter }
  | { op: Comparison; property: Token; value: Literal }
  | { op: 'like'; property: Token; pattern: Literal }
  | { op: 'between'; property: Token; low: Literal; high: Literal }
  | { op: 'in'; property: Token; values: Literal[] }
  | { op: 'null'; property: Token }

const MAX_DEPTH = 20
const MAX_TOKENS = 500
const FLIPPED = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
const RESERVED = /^(and|or|not|like|between|in|is|null|true|false|timestamp|date|interval)$/i

/** @throws ServiceError 'bad-request' that says what is not understood, and where */
export function parseFilter(filter: string): Filter {
  const tokens = readTokens(filter)
  if (tokens.length > MAX_TOKENS) throw filterError(`it has more than ${MAX_TOKENS} words and signs.`)
  return new Parser(tokens).whole()
}

/** Recursive descent: `or` of `and` of `not` of a predicate or a bracket. */
class Parser {
  private readonly tokens: Token[]
  private next = 0
  private depth = 0

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  whole(): Filter {
    const filter = this.or()
    if (this.here.type !== 'end') throw this.unexpected('AND, OR or the end')
    return filter
  }

  private get here(): Token {
    return this.tokens[this.next]
  }

  private unexpected(wanted: string): Error {
    const { text, at, type } = this.here
    return filterError(`expected ${wanted}, found ${type === 'end' ? 'the end' : `'${text}'`}.`, at)
  }

  private takes(text: string): boolean {
    const { type, text: found } = this.here
    if ((type !== 'word' && type !== 'sign') || found.toLowerCase() !== text) return false
    this.next++
    return true
  }

  private require(text: string): void {
    if (!this.takes(text)) throw this.unexpected(`'${text.toUpperCase()}'`)
  }

  private or(): Filter {
    const parts = [this.and()]
    while (this.takes('or')) parts.push(this.and())
    return parts.length === 1 ? parts[0] : { op: 'or', parts }
  }

  private and(): Filter {
    const parts = [this.not()]
    while (this.takes('and')) parts.push(this.not())
    return parts.length === 1 ? parts[0] : { op: 'and', parts }
  }

  private not(): Filter {
    if (++this.depth > MAX_DEPTH)
      throw filterError(`it is nested deeper than ${MAX_DEPTH} levels.`, this.here.at)
    const filter: Filter = this.takes('not') ? { op: 'not', part: this.not() } : this.bracket()
    this.depth--
    return filter
  }

  private bracket(): Filter {
    if (!this.takes('(')) return this.predicate()
    const filter = this.or()
    this.require(')')
    return filter
  }

  private predicate(): Filter {
    const property = this.property()
    if (!property) return this.flipped()
    if (this.takes('is')) {
      const negated = this.takes('not')
      this.require('null')
      return negate(negated, { op: 'null', property })
    }
    const negated = this.takes('not')
    if (this.takes('like')) return negate(negated, { op: 'like', property, pattern: this.literal() })
    if (this.takes('between')) {
      const low = this.literal()
      this.require('and')
      return negate(negated, { op: 'between', property, low, high: this.literal() })
    }
    if (this.takes('in')) return negate(negated, { op: 'in', property, values: this.list() })
    if (negated) throw this.unexpected('LIKE, BETWEEN or IN')
    return { op: this.comparison(), property, value: this.literal() }
  }

  /** `2018 <= year` */
  private flipped(): Filter {
    const value = this.literal()
    const op = FLIPPED[this.comparison()]
    const property = this.property()
    if (!property) throw this.unexpected('a property')
    return { op, property, value }
  }

  private property(): Token | null {
    const token = this.here
    const isName = token.type === 'name' || (token.type === 'word' && !RESERVED.test(token.text))
    if (!isName) return null
    this.next++
    const { type, text } = this.here
    if (type === 'sign' && text === '(')
      throw filterError(
        `the function ${token.text} is not supported; use the parameter bbox for areas.`,
        token.at,
      )
    if (token.type === 'word') return token
    return { ...token, text: token.text.slice(1, -1).replaceAll('""', '"') }
  }

  private comparison(): Comparison {
    for (const op of Object.keys(FLIPPED) as Comparison[]) if (this.takes(op)) return op
    throw this.unexpected('a comparison such as = or <')
  }

  private list(): Literal[] {
    this.require('(')
    const values = [this.literal()]
    while (this.takes(',')) values.push(this.literal())
    this.require(')')
    return values
  }

  private literal(): Literal {
    const { type, text } = this.here
    if (type === 'text') {
      this.next++
      return { type, value: text.slice(1, -1).replaceAll("''", "'") }
    }
    if (type === 'number') {
      this.next++
      return { type, value: Number(text) }
    }
    for (const word of ['timestamp', 'date'])
      if (this.takes(word)) {
        this.require('(')
        const inner = this.literal()
        if (inner.type !== 'text') throw this.unexpected('a text in quotes')
        this.require(')')
        return { type: 'moment', value: word === 'date' ? `${inner.value}T00:00:00Z` : inner.value }
      }
    throw this.unexpected('a value: a number, a text in single quotes, TIMESTAMP(…) or DATE(…)')
  }
}

const negate = (negated: boolean, part: Filter): Filter => (negated ? { op: 'not', part } : part)
