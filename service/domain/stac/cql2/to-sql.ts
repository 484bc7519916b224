import { dateTime } from '#contract/shapes.ts'
import { type SQL, sql } from '#drizzle'
import type { QUERYABLES } from '../queryables.ts'
import { type Filter, type Literal, parseFilter } from './parse.ts'
import { type Token, filterError } from './tokens.ts'

type Queryables = typeof QUERYABLES
type Kind = Queryables[keyof Queryables]['kind']

const WORDS: Record<Kind, string> = {
  text: 'a text in single quotes',
  number: 'a number',
  moment: "a moment such as TIMESTAMP('2020-01-01T00:00:00Z')",
}

/** The condition of a CQL2 text over the columns of `stacRows`. @throws ServiceError 'bad-request' */
export const filterToSql = (filter: string, queryables: Queryables): SQL =>
  toSql(parseFilter(filter), queryables)

function toSql(filter: Filter, queryables: Queryables): SQL {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => toSql(part, queryables))
      return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`(not ${toSql(filter.part, queryables)})`
    case 'null':
      return sql`(${columnOf(filter.property, queryables).column} is null)`
    case 'like': {
      const { column, kind } = columnOf(filter.property, queryables)
      if (kind !== 'text') throw filterError(`LIKE needs a text property.`, filter.property.at)
      return sql`(${column} like ${patternOf(filter.pattern, filter.property)})`
    }
    case 'between': {
      const { column, kind, at } = columnOf(filter.property, queryables)
      return sql`(${column} between ${valueOf(filter.low, kind, at)} and ${valueOf(filter.high, kind, at)})`
    }
    case 'in': {
      const { column, kind, at } = columnOf(filter.property, queryables)
      const values = filter.values.map((value) => valueOf(value, kind, at))
      return sql`(${column} in (${sql.join(values, sql`, `)}))`
    }
    default: {
      const { column, kind, at } = columnOf(filter.property, queryables)
      return sql`(${column} ${sql.raw(filter.op)} ${valueOf(filter.value, kind, at)})`
    }
  }
}

function columnOf({ text, at }: Token, queryables: Queryables): { column: SQL; kind: Kind; at: number } {
  if (!Object.hasOwn(queryables, text))
    throw filterError(
      `'${text.slice(0, 60)}' is not a property here; allowed are ${Object.keys(queryables).join(', ')}.`,
      at,
    )
  const { column, kind } = queryables[text as keyof Queryables]
  return { column: sql.raw(`item.${column}`), kind, at }
}

function valueOf(literal: Literal, kind: Kind, at: number): SQL {
  if (literal.type !== kind) throw filterError(`this property is compared with ${WORDS[kind]}.`, at)
  if (literal.type === 'moment') {
    if (!dateTime.safeParse(literal.value).success)
      throw filterError(`'${literal.value.slice(0, 40)}' is not a moment such as 2020-01-01T00:00:00Z.`, at)
    return sql`${literal.value}::timestamptz`
  }
  if (literal.type === 'number') {
    if (!Number.isFinite(literal.value)) throw filterError('a number is too large.', at)
    return sql`${literal.value}::double precision`
  }
  return sql`${literal.value}::text`
}

/** PostgreSQL's own `%`, `_` and backslash are CQL2's; a backslash at the end escapes nothing. */
function patternOf(literal: Literal, { at }: Token): SQL {
  if (literal.type !== 'text') throw filterError('LIKE needs a text in single quotes.', at)
  if (/(?<!\\)(\\\\)*\\$/.test(literal.value))
    throw filterError('the pattern of LIKE ends with a backslash that escapes nothing.', at)
  return sql`${literal.value}::text`
}
