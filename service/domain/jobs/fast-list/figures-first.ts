import { asc, desc, sql } from 'drizzle-orm'
import { JOB_FIGURES } from '#contract/job-figures.ts'
import type { Executor } from '../../../db/client.ts'
import { type IdPage, type ListByIdsPlan, allOf } from '../../../db/list-by-ids.ts'
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
  { id, from, where, sortable, query, total }: ListByIdsPlan<Sort, unknown>,
): Promise<IdPage | undefined> {
  const { limit, skip, sort_by, sort_order } = query
  if (skip >= DEEP) return undefined
  const direction = sort_order === 'asc' ? asc : desc
  const by = sortable[sort_by]
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${id} as id from ${from} where ${allOf(where)} and ${by} is not null
    order by ${direction(by)}, ${direction(id)} limit ${limit} offset ${skip}`)
  if (rows.length < limit) return undefined
  const counted = await db.execute<{ total: number }>(
    total
      ? sql`select ${total} as total`
      : sql`select count(*)::int as total from ${from} where ${allOf(where)}`,
  )
  return { ids: rows.map((row) => row.id), total: counted.rows[0].total }
}
