import { Column, type SQL, type SQLWrapper, and, asc, desc, is, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { readPage } from './read-page.ts'

/** The part that every query of `listQuery` in the contract shares. */
export interface Paging<Sort extends string = string> {
  limit: number
  skip: number
  sort_by: Sort
  sort_order: 'asc' | 'desc'
}

export interface ListPlan<Row, Sort extends string, Item> {
  /** A select with its joins but without where, order and limit; made with `$dynamic()`. */
  select: PgSelect
  /**
   * Counts the same rows: a select of `{ total: countAll }` from the same tables. Leave joins out that change no count
   * unless a filter reads them.
   */
  count: PgSelect
  /** Conditions; undefined ones (filters that are not set) are skipped. */
  where: (SQL | undefined)[]
  /** What each name of `sort_by` means in SQL: the contract's enum and this record are the same set, by type. */
  sortable: Record<Sort, SQLWrapper>
  /** Unique column that decides among equals, so that pages neither repeat nor skip a row. */
  id: SQLWrapper
  query: Paging<Sort>
  /** Row → shape of the contract. */
  present(row: Row): Item
}

/** The column of a counting select. */
export const countAll = sql<number>`count(*)::int`

/**
 * One page of a list and the exact number of all matches, also when the page lies past the end. Nulls come last in both
 * directions. The two statements run one after the other on the executor given; pass a transaction where they must agree.
 *
 * @example
 * return listPage({
 *   select: db.select().from(tags).$dynamic(),
 *   count: db.select({ total: countAll }).from(tags).$dynamic(),
 *   where: [query.name === undefined ? undefined : contains(tags.name, query.name)],
 *   sortable: { name: byText(tags.name), id: tags.id },
 *   id: tags.id,
 *   query,
 *   present: (row: typeof tags.$inferSelect) => row,
 * })
 */
export async function listPage<Row, Sort extends string, Item>(
  plan: ListPlan<Row, Sort, Item>,
): Promise<{ content: Item[]; totalElements: number }> {
  const { id, query, sortable } = plan
  const where = and(...plan.where)
  const { rows, total } = await readPage<Row>(
    {
      rows: async ({ limit, skip, fromEnd }) => ({
        rows: (await plan.select
          .where(where)
          .orderBy(orderOf({ by: sortable[query.sort_by], id, order: query.sort_order, fromEnd }))
          .limit(limit)
          .offset(skip)) as Row[],
      }),
      count: async () => ((await plan.count.where(where)) as { total: number }[])[0].total,
    },
    query,
  )
  return { content: rows.map((row) => plan.present(row)), totalElements: total }
}

/** By a column, then by the id, nulls last; `fromEnd` reverses all of it. */
export function orderOf(wanted: {
  by: SQLWrapper
  id: SQLWrapper
  order: 'asc' | 'desc'
  fromEnd?: boolean
}): SQL {
  const { by, id, order, fromEnd = false } = wanted
  const direction = (order === 'asc') === fromEnd ? desc : asc
  const nulls = sql.raw(fromEnd ? 'nulls first' : 'nulls last')
  const first = isNeverNull(by) ? direction(by) : sql`${direction(by)} ${nulls}`
  return by === id ? first : sql`${first}, ${direction(id)}`
}

/** An index that is not made for nulls last serves only who does not ask for it. */
const neverNull = new WeakSet<SQLWrapper>()
const isNeverNull = (by: SQLWrapper) => neverNull.has(by) || (is(by, Column) && by.notNull)

/** Contains, whatever the case; `%`, `_` and `\` of the person are plain characters. */
export function contains(column: SQLWrapper, needle: string): SQL {
  const pattern = `%${needle.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  return sql`${column} ilike ${pattern}`
}

/** Sorts words as people do (accents and case beside their letters), whatever the locale of the database. */
export function byText(column: SQLWrapper): SQL {
  const sorted = sql`${column} collate "und-x-icu"`
  if (is(column, Column) && column.notNull) neverNull.add(sorted)
  return sorted
}
