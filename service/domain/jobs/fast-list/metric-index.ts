import { sql } from '#drizzle'
import { JOB_FIGURES } from '#contract/jobs/job-figures.ts'
import type { Executor } from '../../../db/client.ts'
import { type IdPage, type ListByIdsPlan, allOf, findPage } from '../../../db/list-by-ids.ts'
import { type Paging, withoutNulls } from '../../../db/list-query.ts'
import { DEEP } from '../../../db/read-page.ts'
import type { Filters } from '../filter-jobs.ts'

const METRICS = new Set<string>(JOB_FIGURES)

/** Whether the list is sorted by a metric that its jobs tend to have: looking for those of failed jobs reads all the index. */
export const canUseMetricIndex = ({ status }: Filters, { sort_by, skip }: Paging): boolean =>
  METRICS.has(sort_by) && skip < DEEP && (!status || status.includes('completed'))

/** The page from the index of a metric, which leaves nulls out; undefined if the page reaches the jobs without one. */
export async function findByMetric<Sort extends string>(
  db: Executor,
  plan: ListByIdsPlan<Sort, unknown>,
): Promise<IdPage | undefined> {
  const { from, where, sortable, query } = plan
  const metric = sortable[query.sort_by]
  const page = await findPage(db, {
    ...plan,
    where: [...where, sql`${metric} is not null`],
    sortable: { ...sortable, [query.sort_by]: withoutNulls(metric) },
    total: plan.total ?? sql<number>`(select count(*)::int from ${from} where ${allOf(where)})`,
  })
  return page.ids.length < query.limit ? undefined : page
}
