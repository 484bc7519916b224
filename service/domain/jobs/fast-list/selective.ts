import { type SQL, sql } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { type IdPage, type ListByIdsPlan, allOf } from '../../../db/list-by-ids.ts'
import { orderOf, sortKeys } from '../../../db/list-query.ts'
import type { Filters } from '../filter-jobs.ts'

/** As many matches as are sorted without an index; more are found the ordinary way. */
const MOST = 2000

/** Filters that tend to match few jobs, with no index that also sorts them. */
export const isSelective = (filters: Filters): boolean =>
  [filters.id, filters.submission_id, filters.tags, filters.data_description, filters.source_date].some(
    (value) => value !== undefined && value !== '',
  )

/** Finds, sorts and counts the matches in one statement; undefined if there are more than `MOST`. */
export async function findSelective<Sort extends string>(
  db: Executor,
  { id, from, where, sortable, query }: ListByIdsPlan<Sort, unknown>,
): Promise<IdPage | undefined> {
  const { limit, skip } = query
  if (skip >= MOST) return undefined
  const keys = sortKeys(query, sortable).map((key, i) => ({ ...key, as: sql.identifier(`sorted_by_${i}`) }))
  const sorted = sql.join(
    keys.map(({ by, as }) => sql`${by} as ${as}`),
    sql`, `,
  )
  const matches: SQL = sql`select ${id} as id, ${sorted} from ${from} where ${allOf(where)} limit ${MOST + 1}`
  const { rows } = await db.execute<{ id: number; total: number }>(sql`
    select id, (count(*) over ())::int as total from (${matches}) as found
    order by ${orderOf({ keys: keys.map(({ as, order }) => ({ by: sql`${as}`, order })), id: sql`id` })} limit ${limit} offset ${skip}`)
  if (rows.length === 0) return skip === 0 ? { ids: [], total: 0 } : undefined
  const [{ total }] = rows
  return total > MOST ? undefined : { ids: rows.map((row) => row.id), total }
}
