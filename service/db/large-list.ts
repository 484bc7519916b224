import { type SQL, type SQLWrapper, and, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './client.ts'
import { DEEP, type Paging, orderOf } from './list-query.ts'

export interface LargeListPlan<Sort extends string, Item> {
  /** The one table that filters and sorts read. */
  from: PgTable
  id: SQLWrapper
  where: (SQL | undefined)[]
  sortable: Record<Sort, SQLWrapper>
  query: Paging<Sort>
  /** The exact number of matches from elsewhere, where that is cheaper than counting them. */
  total?: SQL<number>
  /** The filters tend to find few, with no index that also sorts: they are then found once, for page and total. */
  few?: boolean
  /** A way to a page far from both ends that does not walk there: see `Leap`. */
  leap?: Leap
  /** The rows of these ids, in their order. */
  read(ids: number[]): Promise<Item[]>
}

/** Rows of (day, n): how many matches each day has, of those sorted by `column` and then id. */
export interface Leap {
  column: SQLWrapper
  days: SQL
}

interface Found {
  ids: number[]
  total: number
}

/** As many matches as are sorted without an index; beyond it they are counted apart. */
const FEW = 2000

/**
 * `listPage` for a table of millions: a page is found by its ids, mostly from an index alone, with its total in the same
 * statement where that is cheap; only its own rows are read then.
 */
export async function listLarge<Sort extends string, Item>(
  db: Executor,
  plan: LargeListPlan<Sort, Item>,
): Promise<{ content: Item[]; totalElements: number }> {
  const { ids, total } =
    (plan.few && plan.query.skip < FEW ? await findFew(db, plan) : undefined) ??
    (plan.query.skip >= DEEP && !leaps(plan) ? await findDeep(db, plan) : await findPage(db, plan))
  return { content: ids.length > 0 ? await plan.read(ids) : [], totalElements: total }
}

async function findFew(db: Executor, plan: LargeListPlan<string, unknown>): Promise<Found | undefined> {
  const { limit, skip, sort_by } = plan.query
  const { rows } = await db.execute<{ id: number; total: number }>(sql`
    select id, (count(*) over ())::int as total
    from (select ${plan.id} as id, ${plan.sortable[sort_by]} as sorted_by from ${plan.from} where ${whereOf(plan)} limit ${FEW + 1}) as found
    order by ${orderOf({ by: sql`sorted_by`, id: sql`id`, order: plan.query.sort_order })} limit ${limit} offset ${skip}`)
  if (rows.length === 0) return skip === 0 ? { ids: [], total: 0 } : undefined
  return rows[0].total > FEW ? undefined : { ids: rows.map(({ id }) => id), total: rows[0].total }
}

async function findPage(db: Executor, plan: LargeListPlan<string, unknown>): Promise<Found> {
  const { limit, skip } = plan.query
  const rows = await selectIds(db, plan, { limit, skip, total: plan.total })
  const ids = rows.map(({ id }) => id)
  // A page that is not full tells the total by itself, unless it is empty: then it may lie past the end.
  if (ids.length > 0 ? ids.length < limit : skip === 0) return { ids, total: skip + ids.length }
  return { ids, total: rows[0]?.total ?? (await countAll(db, plan)) }
}

/** A page in the further half is nearer to the end: it is read from there, and turned round. */
async function findDeep(db: Executor, plan: LargeListPlan<string, unknown>): Promise<Found> {
  const { limit, skip } = plan.query
  const total = await countAll(db, plan)
  const length = Math.min(limit, total - skip)
  if (length <= 0) return { ids: [], total }
  const turned = skip > total / 2
  const at = turned ? { skip: total - skip - length, limit: length, turned } : { skip, limit }
  const ids = (await selectIds(db, plan, at)).map(({ id }) => id)
  return { ids: turned ? ids.reverse() : ids, total }
}

interface At {
  limit: number
  skip: number
  turned?: boolean
  total?: SQL<number>
}

async function selectIds(db: Executor, plan: LargeListPlan<string, unknown>, at: At) {
  const { id, from, sortable, query, leap } = plan
  const by = sortable[query.sort_by]
  const order = (query.sort_order === 'desc') === Boolean(at.turned) ? 'asc' : 'desc'
  const columns = at.total ? sql`${id} as id, ${at.total} as total` : sql`${id} as id`
  const ordered = sql`order by ${orderOf({ by, id, order, nulls: at.turned ? 'first' : 'last' })} limit ${at.limit}`
  const statement =
    leap && leaps(plan)
      ? leapTo(leap, order, at.skip, (day, left) => {
          const onwards =
            order === 'asc' ? sql`${by} >= (${day})` : sql`${by} < (select (${day}) + interval '24 hours')`
          return sql`select ${columns} from ${from} where ${whereOf(plan)} and ${onwards} ${ordered} offset (${left})`
        })
      : sql`select ${columns} from ${from} where ${whereOf(plan)} ${ordered} offset ${at.skip}`
  return (await db.execute<{ id: number; total?: number }>(statement)).rows
}

const leaps = ({ leap, query, sortable }: LargeListPlan<string, unknown>) =>
  leap !== undefined && query.skip >= DEEP && sortable[query.sort_by] === leap.column

/** To the day on which the row stands, by the numbers of the days before it; then on within that day. */
const leapTo = (
  { days }: Leap,
  order: 'asc' | 'desc',
  skip: number,
  rest: (day: SQL, left: SQL) => SQL,
): SQL => sql`
  with ends as (select day, n, (sum(n) over (order by day ${sql.raw(order)}))::bigint as upto from ${days} as days),
  landing as materialized (select day::timestamp at time zone 'UTC' as day, ${skip}::bigint - (upto - n) as left_over
    from ends where upto > ${skip}::bigint and n > 0 order by upto limit 1)
  ${rest(sql`select day from landing`, sql`select left_over from landing`)}`

async function countAll(db: Executor, plan: LargeListPlan<string, unknown>): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    plan.total
      ? sql`select ${plan.total} as total`
      : sql`select count(*)::int as total from ${plan.from} where ${whereOf(plan)}`,
  )
  return rows[0].total
}

const whereOf = (plan: LargeListPlan<string, unknown>) => and(sql`true`, ...plan.where)!
