import { type PgSelect, type SQL, type SQLWrapper, Column, and, asc, desc, is, sql } from '#drizzle'
import { readPage } from './read-page.ts'

/** The part that every query of `listQuery` in the contract shares. */
export interface Paging<Sort extends string = string> {
  limit: number
  skip: number
  sort_by: Sort
  sort_order: 'asc' | 'desc'
  then_by?: readonly (Sort | `-${Sort}`)[] | undefined
}

/** A column of an order and its direction. */
export interface SortKey {
  by: SQLWrapper
  order: 'asc' | 'desc'
}

interface ListPlan<Row, Sort extends string, Item> {
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
          .orderBy(orderOf({ keys: sortKeys(query, sortable), id, fromEnd }))
          .limit(limit)
          .offset(skip)) as Row[],
      }),
      count: async () => ((await plan.count.where(where)) as { total: number }[])[0].total,
    },
    query,
  )
  return { content: rows.map((row) => plan.present(row)), totalElements: total }
}

/** The columns of a list's order with their names: `sort_by`, then those of `then_by` that were not named before. */
export function sortKeys<Sort extends string>(
  { sort_by, sort_order, then_by = [] }: Pick<Paging<Sort>, 'sort_by' | 'sort_order' | 'then_by'>,
  sortable: Record<Sort, SQLWrapper>,
): (SortKey & { name: Sort })[] {
  const orders = new Map<Sort, SortKey['order']>([[sort_by, sort_order]])
  for (const column of then_by) {
    const descending = column.startsWith('-')
    const name = (descending ? column.slice(1) : column) as Sort
    if (!orders.has(name)) orders.set(name, descending ? 'desc' : 'asc')
  }
  return [...orders].map(([name, order]) => ({ name, by: sortable[name], order }))
}

/** By columns, then by the id in the direction of the last one, nulls last; `fromEnd` reverses all of it. */
export function orderOf({
  keys,
  id,
  fromEnd = false,
}: {
  keys: readonly SortKey[]
  id: SQLWrapper
  fromEnd?: boolean
}): SQL {
  const nulls = sql.raw(fromEnd ? 'nulls first' : 'nulls last')
  const inOrder = ({ by, order }: SortKey) => {
    const direction = (order === 'asc') === fromEnd ? desc : asc
    return isNeverNull(by) ? direction(by) : sql`${direction(by)} ${nulls}`
  }
  // Nothing after the id can matter.
  const atId = keys.findIndex(({ by }) => by === id)
  const deciding =
    atId < 0 ? [...keys, { by: id, order: keys.at(-1)?.order ?? 'asc' }] : keys.slice(0, atId + 1)
  return sql.join(deciding.map(inOrder), sql`, `)
}

/** An index without NULLS LAST can serve only an order without NULLS LAST. */
const neverNull = new WeakSet<SQLWrapper>()
const isNeverNull = (by: SQLWrapper) => neverNull.has(by) || (is(by, Column) && by.notNull)

/** The same value, for a query whose conditions leave nulls out. */
export function withoutNulls(by: SQLWrapper): SQL {
  const present = sql`${by}`
  neverNull.add(present)
  return present
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
