import { sql } from '#drizzle'
import { JOB_FIGURES } from '#contract/job-figures.ts'
import type { Executor } from '../../../db/client.ts'
import { type IdPage, type ListByIdsPlan, allOf } from '../../../db/list-by-ids.ts'
import { type SortKey, orderOf, sortKeys, withoutNulls } from '../../../db/list-query.ts'
import { DEEP } from '../../../db/read-page.ts'
import type { Filters } from '../filter-jobs.ts'

const FIGURES = new Set<string>(JOB_FIGURES)
/** Whether the list is sorted by a figure that its jobs tend to have: looking for those of failed jobs reads all the index. */
export const mostHaveFigure = ({ status }: Filters, sort: string): boolean =>
  FIGURES.has(sort) && (!status || status.includes('completed'))

/**
 * A page sorted by a figure. Jobs without it come last, and its index omits them: as long as the page is full of jobs
 * that have it, the index alone gives their order. Undefined if the page goes beyond them.
 */
export async function findByFigure<Sort extends string>(
  db: Executor,
  plan: ListByIdsPlan<Sort, unknown>,
): Promise<IdPage | undefined> {
  const { from, where, sortable, query, total } = plan
  const ids = await idsByFigure(db, plan, sortKeys(query, sortable), query)
  if (!ids) return undefined
  const counted = await db.execute<{ total: number }>(
    total
      ? sql`select ${total} as total`
      : sql`select count(*)::int as total from ${from} where ${allOf(where)}`,
  )
  return { ids, total: counted.rows[0].total }
}

/** The ids of such a page, sorted by a figure and possibly other columns. */
export async function idsByFigure(
  db: Executor,
  { id, from, where }: Pick<ListByIdsPlan<string, unknown>, 'id' | 'from' | 'where'>,
  [{ by, order }, ...others]: readonly SortKey[],
  { limit, skip }: { limit: number; skip: number },
): Promise<number[] | undefined> {
  if (skip >= DEEP) return undefined
  const keys = [{ by: withoutNulls(by), order }, ...others]
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${id} as id from ${from} where ${allOf(where)} and ${by} is not null
    order by ${orderOf({ keys, id })} limit ${limit} offset ${skip}`)
  return rows.length < limit ? undefined : rows.map((row) => row.id)
}
