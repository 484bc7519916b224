import { type SQL, sql } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { type IdPage, type ListByIdsPlan, allOf } from '../../../db/list-by-ids.ts'
import { orderOf } from '../../../db/list-query.ts'
import { jobs } from '../../../db/schema.ts'

/**
 * A page far into a list sorted by time: the number of matches per day gives the day on which the page starts, and only
 * that day is read up to the page. `days` has rows of (day, n), `total` is their sum.
 */
export async function jumpToDay<Sort extends string>(
  db: Executor,
  { id, from, where, query }: ListByIdsPlan<Sort, unknown>,
  { days, total }: { days: SQL; total: SQL<number> },
): Promise<IdPage> {
  const { limit, skip, sort_order: order } = query
  const by = jobs.datetime_submitted
  const onwards =
    order === 'asc'
      ? sql`${by} >= (select day from landing)`
      : sql`${by} < (select day + interval '24 hours' from landing)`
  const { rows } = await db.execute<{ id: number; total: number }>(sql`
    with ends as (select day, n, (sum(n) over (order by day ${sql.raw(order)}))::bigint as upto from ${days} as days),
    landing as materialized (select day::timestamp at time zone 'UTC' as day, ${skip}::bigint - (upto - n) as left_over
      from ends where upto > ${skip}::bigint and n > 0 order by upto limit 1)
    select ${id} as id, ${total} as total from ${from} where ${allOf(where)} and ${onwards}
    order by ${orderOf({ keys: [{ by, order }], id })} limit ${limit} offset (select left_over from landing)`)
  if (rows.length > 0) return { ids: rows.map((row) => row.id), total: rows[0].total }
  const counted = await db.execute<{ total: number }>(sql`select ${total} as total`)
  return { ids: [], total: counted.rows[0].total }
}
