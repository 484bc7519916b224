import { MOST_SORTS } from '#contract/standards/stac.ts'
import { type SQL, sql } from '#drizzle'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { QUERYABLES } from './queryables.ts'

export interface SortField {
  field: string
  direction: 'asc' | 'desc'
}

/** `-properties.year,id`. The sign + arrives as a space where an address is not encoded. */
export const readSortBy = (text: string): SortField[] =>
  text.split(',').map((one) => ({
    field: one.trim().replace(/^[+-]/, ''),
    direction: one.trim().startsWith('-') ? 'desc' : 'asc',
  }))

/** What comes before the order of a search without any. @throws ServiceError 'bad-request' */
export function orderOf(fields: readonly SortField[]): SQL {
  if (fields.length > MOST_SORTS)
    throw new ServiceError('bad-request', sentence`sortby takes at most ${MOST_SORTS} properties.`)
  const terms = fields.map(({ field, direction }) => {
    const name = field.replace(/^properties\./, '')
    if (!Object.hasOwn(QUERYABLES, name))
      throw new ServiceError(
        'bad-request',
        sentence`sortby: '${field.slice(0, 60)}' is not a property here; allowed are ${fixed(Object.keys(QUERYABLES).join(', '))}.`,
      )
    const column = sql.raw(`item.${QUERYABLES[name as keyof typeof QUERYABLES].column}`)
    return sql`${column} ${sql.raw(direction)} nulls last`
  })
  return sql.join(terms, sql`, `)
}
