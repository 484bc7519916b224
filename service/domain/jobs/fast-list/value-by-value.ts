import { Column, type SQL, eq, is, isNull, sql } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { type IdPage, type ListByIdsPlan, allOf } from '../../../db/list-by-ids.ts'
import { type SortKey, byText, orderOf, sortKeys } from '../../../db/list-query.ts'
import { readPage } from '../../../db/read-page.ts'
import { jobs } from '../../../db/schema.ts'
import type { Filters } from '../filter-jobs.ts'
import { idsByFigure, mostHaveFigure } from './figures-first.ts'
import { keptBy } from './kept-counts.ts'

/** A page that touches more values than this is sorted as a whole: they have few jobs each. */
const MOST_VALUES = 12

interface Part {
  /** The last one is the id. */
  keys: readonly (SortKey & { name: string })[]
  where: (SQL | undefined)[]
  /** Undefined below a null, which no filter can express. */
  filters: Filters | undefined
  /** Number of jobs in this part. */
  count: number
  limit: number
  skip: number
}
type Source = Pick<ListByIdsPlan<string, unknown>, 'from' | 'id'>

/**
 * A page sorted by a column with few values, and possibly others: the kept counts say in which values the page is, and
 * only the jobs with these are read, in the order of the remaining columns. Undefined if they are not counted.
 */
export async function findByValue<Sort extends string>(
  db: Executor,
  filters: Filters,
  plan: ListByIdsPlan<Sort, unknown>,
): Promise<IdPage | undefined> {
  const { limit, skip } = plan.query
  const sorts = sortKeys(plan.query, plan.sortable)
  const keys = [...sorts, { name: 'id', by: plan.id, order: sorts.at(-1)!.order }]
  const values = await countValues(db, keys[0], filters)
  if (!values) return undefined
  const count = values.reduce((sum, { n }) => sum + n, 0)
  const ids = await idsOf(db, plan, { keys, where: plan.where, filters, count, limit, skip }, values)
  return { ids, total: count }
}

async function idsOf(
  db: Executor,
  source: Source,
  part: Part,
  counted?: readonly Counted[],
): Promise<number[]> {
  const [{ name, order, by }, ...keys] = part.keys
  const values = counted ?? (part.filters && (await countValues(db, { name, order, by }, part.filters)))
  const touched = values && touchedBy(part, values)
  if (!touched || touched.length > MOST_VALUES) return sortedIds(db, source, part)
  const ids: number[] = []
  for (const { value, ...place } of touched) {
    const column = jobs[name as 'status']
    const where = [...part.where, value === null ? isNull(column) : eq(column, value as never)]
    const only = typeof value === 'boolean' ? value : [value]
    const filters = value === null ? undefined : { ...part.filters!, [name]: only }
    ids.push(...(await idsOf(db, source, { keys, where, filters, ...place })))
  }
  return ids
}

interface Counted {
  value: string | number | boolean | null
  n: number
}

/** The values of a column in the order of the list; undefined if they are not counted by these filters. */
async function countValues(
  db: Executor,
  { name, by, order }: Part['keys'][number],
  filters: Filters,
): Promise<Counted[] | undefined> {
  const kept = keptBy(name, filters)
  if (!kept) return undefined
  // As the list sorts them: words in the order of people, other columns as they are.
  const sorted = is(by, Column) ? sql`value` : byText(sql`value`)
  const direction = sql.raw(order)
  const { rows } = await db.execute<{ value: Counted['value']; jobs: number }>(
    sql`select value, jobs from ${kept} as kept order by ${sorted} ${direction} nulls last`,
  )
  return rows.map(({ value, jobs: n }) => ({ value, n }))
}

/** The values whose jobs are on the page, with the page's place among them. */
function touchedBy({ limit, skip }: Part, values: readonly Counted[]) {
  let before = 0
  return values.flatMap(({ value, n }) => {
    const from = Math.max(skip - before, 0)
    const until = Math.min(skip + limit - before, n)
    before += n
    return from < until ? [{ value, count: n, skip: from, limit: until - from }] : []
  })
}

async function sortedIds(db: Executor, { from, id }: Source, part: Part): Promise<number[]> {
  const { keys, where, filters, count } = part
  const byFigure =
    filters && mostHaveFigure(filters, keys[0].name)
      ? await idsByFigure(db, { from, id, where }, keys, part)
      : undefined
  if (byFigure) return byFigure
  const { rows } = await readPage<number>(
    {
      async rows({ limit, skip, fromEnd }) {
        const order = orderOf({ keys, id, fromEnd })
        const found = await db.execute<{ id: number }>(
          sql`select ${id} as id from ${from} where ${allOf(where)} order by ${order} limit ${limit} offset ${skip}`,
        )
        return { rows: found.rows.map((row) => row.id), total: count }
      },
      count: async () => count,
    },
    part,
  )
  return rows
}
