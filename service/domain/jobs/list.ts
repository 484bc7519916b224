import type { Answer, Query } from '#contract/endpoint.ts'
import type { listJobs, pageJobs } from '#contract/jobs.ts'
import type { Executor } from '../../db/client.ts'
import { listLarge } from '../../db/large-list.ts'
import { jobs } from '../../db/schema.ts'
import { countDays, countFromKept } from './count-jobs.ts'
import { type Filters, filterJobs, jobSortable } from './filter-jobs.ts'
import { rarestWord } from './rarest-word.ts'
import { readJobs } from './read-jobs.ts'

export async function list(db: Executor, query: Query<typeof listJobs>): Promise<Answer<typeof listJobs>> {
  const word = query.data_description ? await rarestWord(db, query.data_description) : undefined
  const days = countDays(query)
  return listLarge(db, {
    from: jobs,
    id: jobs.id,
    where: filterJobs(query, word),
    sortable: jobSortable,
    query,
    total: countFromKept(query),
    few: findsFew(query),
    leap: days && { column: jobs.datetime_submitted, days },
    read: (ids) => readJobs(db, ids),
  })
}

const findsFew = (filters: Filters) =>
  [filters.id, filters.submission_id, filters.tags, filters.data_description, filters.source_date].some(
    (value) => value !== undefined && value !== '',
  )

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
