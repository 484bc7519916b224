import type { Answer, Query } from '#contract/endpoint.ts'
import type { listJobs, pageJobs } from '#contract/jobs.ts'
import type { Executor } from '../../db/client.ts'
import { countAll, listPage } from '../../db/list-query.ts'
import { jobs } from '../../db/schema.ts'
import { describeJobs } from './describe-jobs.ts'
import { filterJobs, jobSortable } from './filter-jobs.ts'
import { presentJob, selectJobs } from './select-jobs.ts'

export async function list(db: Executor, query: Query<typeof listJobs>): Promise<Answer<typeof listJobs>> {
  const page = await listPage({
    select: selectJobs(db).$dynamic(),
    ids: db.select({ id: jobs.id }).from(jobs).$dynamic(),
    count: db.select({ total: countAll }).from(jobs).$dynamic(),
    where: filterJobs(query),
    sortable: jobSortable,
    id: jobs.id,
    query,
    present: presentJob,
  })
  return { ...page, content: await describeJobs(db, page.content) }
}

/** The same list in pages counted from 1, for the home statistics. */
export function page(db: Executor, query: Query<typeof pageJobs>): Promise<Answer<typeof pageJobs>> {
  return list(db, {
    limit: query.size,
    skip: (query.page - 1) * query.size,
    sort_by: query.sort_by,
    sort_order: query.sort_order,
    status: query.status,
    submit_date_start: query.createDateStart,
    submit_date_end: query.createDateEnd,
  } as Query<typeof listJobs>)
}
