import { sql } from 'drizzle-orm'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { listJobFacets } from '#contract/jobs.ts'
import type { Executor } from '../../db/client.ts'
import { allOf } from '../../db/list-by-ids.ts'
import { jobs } from '../../db/schema.ts'
import { keptBy } from './fast-list/kept-counts.ts'
import { filterJobs } from './filter-jobs.ts'

const MOST = 300

/** In one grouped query: over the kept counts where they have the filters, else over the jobs. */
export async function listFacets(
  db: Executor,
  { field, ...asked }: Query<typeof listJobFacets>,
): Promise<Answer<typeof listJobFacets>> {
  const filters = { ...asked, [field]: undefined }
  const counted =
    keptBy(field, filters) ??
    sql`(select ${jobs[field]} as value, count(*)::int as jobs from ${jobs}
      where ${allOf(filterJobs(filters))} group by 1)`
  const { rows } = await db.execute<{ value: string; jobs: number; values: number }>(sql`
    select value, jobs, (count(*) over ())::int as values from ${counted} as counted
    where value is not null order by jobs desc, value limit ${MOST}`)
  return {
    content: rows.map(({ value, jobs: matching }) => ({ value, jobs: matching })),
    totalElements: rows[0]?.values ?? 0,
  }
}
