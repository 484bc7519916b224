import type { Answer, Query } from '#contract/endpoint.ts'
import type { listJobs, pageJobs } from '#contract/jobs/jobs.ts'
import type { Executor } from '../../db/client.ts'
import { listByIds } from '../../db/list-by-ids.ts'
import { jobs } from '../../db/schema.ts'
import { accelerate } from './fast-list/accelerate.ts'
import { filterJobs, jobSortable } from './filter-jobs.ts'
import { readJobs } from './read-jobs.ts'

export async function list(db: Executor, query: Query<typeof listJobs>): Promise<Answer<typeof listJobs>> {
  const plan = {
    from: jobs,
    id: jobs.id,
    where: filterJobs(query),
    sortable: jobSortable,
    query,
    read: (ids: number[]) => readJobs(db, ids),
  }
  return listByIds(db, await accelerate(db, query, plan))
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
