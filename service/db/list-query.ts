import { Column, type SQL, type SQLWrapper, and, asc, desc, is, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'

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
  const { limit, skip } = plan.query
  const where = and(...plan.where)
  if (skip >= DEEP) return deepPage(plan, where)
  const rows = (await selectPage(plan, where)) as Row[]
  // A page that is not full tells the total by itself, unless it is empty: then it may lie past the end.
  const total =
    (rows.length > 0 && rows.length < limit) || (rows.length === 0 && skip === 0)
      ? skip + rows.length
      : await countRows(plan.count, where)
  return { content: rows.map((row) => plan.present(row)), totalElements: total }
}

/** From here on a page is looked for from the nearer end. */
export const DEEP = 10_000

/** A page in the further half is nearer to the end: it is read from there, and turned round. */
async function deepPage<Row, Sort extends string, Item>(
  plan: ListPlan<Row, Sort, Item>,
  where: SQL | undefined,
): Promise<{ content: Item[]; totalElements: number }> {
  const { limit, skip } = plan.query
  const total = await countRows(plan.count, where)
  const length = Math.min(limit, total - skip)
  if (length <= 0) return { content: [], totalElements: total }
  const fromEnd = skip > total / 2
  const at = fromEnd ? { skip: total - skip - length, limit: length } : { skip, limit }
  const rows = (await selectPage({ ...plan, query: { ...plan.query, ...at } }, where, fromEnd)) as Row[]
  if (fromEnd) rows.reverse()
  return { content: rows.map((row) => plan.present(row)), totalElements: total }
}

function selectPage<Row, Sort extends string, Item>(
  { select, id, sortable, query }: ListPlan<Row, Sort, Item>,
  where: SQL | undefined,
  turned = false,
): PgSelect {
  const { limit, skip, sort_by, sort_order } = query
  const order = (sort_order === 'desc') === turned ? 'asc' : 'desc'
  return select
    .where(where)
    .orderBy(orderOf({ by: sortable[sort_by], id, order, nulls: turned ? 'first' : 'last' }))
    .limit(limit)
    .offset(skip)
}

/** By a column, then by the id; `nulls` counts where there may be some. */
export function orderOf(wanted: {
  by: SQLWrapper
  id: SQLWrapper
  order: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}): SQL {
  const { by, id, order, nulls = 'last' } = wanted
  const direction = order === 'asc' ? asc : desc
  const first = isNeverNull(by) ? direction(by) : sql`${direction(by)} ${sql.raw(`nulls ${nulls}`)}`
  return by === id ? first : sql`${first}, ${direction(id)}`
}

/** An index that is not made for nulls last serves only who does not ask for it. */
const neverNull = new WeakSet<SQLWrapper>()
const isNeverNull = (by: SQLWrapper) => neverNull.has(by) || (is(by, Column) && by.notNull)

async function countRows(count: PgSelect, where: SQL | undefined): Promise<number> {
  const rows = (await count.where(where)) as { total: number }[]
  return rows[0].total
}

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
