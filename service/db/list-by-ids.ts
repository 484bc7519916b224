import { type PgTable, type SQL, type SQLWrapper, and, sql } from '#drizzle'
import type { Executor } from './client.ts'
import { type Paging, orderOf, sortKeys } from './list-query.ts'
import { readPage } from './read-page.ts'

export interface ListByIdsPlan<Sort extends string, Item> {
  /** The one table that filters and sorts read. */
  from: PgTable
  id: SQLWrapper
  /** Conditions; undefined ones (filters that are not set) are skipped. */
  where: (SQL | undefined)[]
  sortable: Record<Sort, SQLWrapper>
  query: Paging<Sort>
  /** The exact number of matches from elsewhere, if that is cheaper than counting them. */
  total?: SQL<number>
  /** A faster way to this page, tried first; undefined if it finds that it does not apply. */
  shortcut?: () => Promise<IdPage | undefined>
  /** The rows of these ids, in their order. */
  read(ids: number[]): Promise<Item[]>
}

export interface IdPage {
  ids: number[]
  total: number
}

/**
 * `listPage` for large tables: finds the ids of a page, mostly from an index alone, and then reads only the rows of
 * these ids.
 */
export async function listByIds<Sort extends string, Item>(
  db: Executor,
  plan: ListByIdsPlan<Sort, Item>,
): Promise<{ content: Item[]; totalElements: number }> {
  const { ids, total } = (await plan.shortcut?.()) ?? (await findPage(db, plan))
  return { content: ids.length > 0 ? await plan.read(ids) : [], totalElements: total }
}

export const allOf = (where: (SQL | undefined)[]): SQL => and(sql`true`, ...where)!

export async function findPage<Sort extends string>(
  db: Executor,
  { id, from, where, sortable, query, total }: ListByIdsPlan<Sort, unknown>,
): Promise<IdPage> {
  const page = await readPage(
    {
      async rows({ limit, skip, fromEnd }) {
        const order = orderOf({ keys: sortKeys(query, sortable), id, fromEnd })
        const columns = total ? sql`${id} as id, ${total} as total` : sql`${id} as id`
        const { rows } = await db.execute<{ id: number; total?: number }>(
          sql`select ${columns} from ${from} where ${allOf(where)} order by ${order} limit ${limit} offset ${skip}`,
        )
        return { rows: rows.map((row) => row.id), total: rows[0]?.total }
      },
      async count() {
        const { rows } = await db.execute<{ total: number }>(
          total
            ? sql`select ${total} as total`
            : sql`select count(*)::int as total from ${from} where ${allOf(where)}`,
        )
        return rows[0].total
      },
    },
    query,
  )
  return { ids: page.rows, total: page.total }
}
