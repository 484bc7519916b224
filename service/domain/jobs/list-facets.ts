import { sql } from '#drizzle'
import type { Query } from '#contract/endpoint.ts'
import type { FACETS } from '#contract/lists/facets.ts'
import type { Executor } from '../../db/client.ts'
import { countBy, mostFrequent } from '../../db/count-facets.ts'
import { job_tags, jobs, tags } from '../../db/schema.ts'
import { keptBy } from './fast-list/kept-counts.ts'
import { filterJobs } from './filter-jobs.ts'

const tagged = sql`${jobs} join ${job_tags} on ${job_tags.job_id} = ${jobs.id} join ${tags} on ${tags.id} = ${job_tags.tag_id}`

/** A job counts once for each of its tags. Over the kept counts where they have the filters, else over the jobs. */
export function listFacets(db: Executor, { field, ...asked }: Query<typeof FACETS.listJobs>) {
  const filters = { ...asked, [field]: undefined }
  if (field === 'tags') return mostFrequent(db, countBy(tags.name, tagged, filterJobs(filters)))
  const kept = keptBy(field, filters)
  return mostFrequent(
    db,
    kept
      ? sql`(select value, jobs as count from ${kept} as kept)`
      : countBy(jobs[field], jobs, filterJobs(filters)),
  )
}
