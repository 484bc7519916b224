import { sql } from '#drizzle'
import type { Query } from '#contract/endpoint.ts'
import type { listJobFacets } from '#contract/facets.ts'
import type { Executor } from '../../db/client.ts'
import { countBy, mostFrequent } from '../../db/count-facets.ts'
import { jobs } from '../../db/schema.ts'
import { keptBy } from './fast-list/kept-counts.ts'
import { filterJobs } from './filter-jobs.ts'

/** Over the kept counts where they have the filters, else over the jobs. */
export function listFacets(db: Executor, { field, ...asked }: Query<typeof listJobFacets>) {
  const filters = { ...asked, [field]: undefined }
  const kept = keptBy(field, filters)
  return mostFrequent(
    db,
    kept
      ? sql`(select value, jobs as count from ${kept} as kept)`
      : countBy(jobs[field], jobs, filterJobs(filters)),
  )
}
