import type { Query } from '#contract/endpoint.ts'
import type { FACETS } from '#contract/lists/facets.ts'
import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countBy, countIdsBy, mostFrequent } from '../../db/count-facets.ts'
import { jobs, submissions } from '../../db/schema.ts'
import { filterLayers, filterOwn, filterSubmissions, ownStatus } from './list.ts'

const OWN = {
  status: ownStatus,
  app_user_id: submissions.app_user_id,
  project_id: submissions.project_id,
}

/** A submission counts once for each value that its layers have, if one layer matches all filters on layers. */
export function listFacets(db: Executor, { field, ...asked }: Query<typeof FACETS.listSubmissions>) {
  const filters = { ...asked, [field]: undefined }
  if (field === 'status' || field === 'app_user_id' || field === 'project_id')
    return mostFrequent(db, countBy(OWN[field], submissions, filterSubmissions(db, filters)))
  const from = sql`${submissions} join ${jobs} on ${jobs.submission_id} = ${submissions.id}`
  const where = [...filterOwn(filters), ...filterLayers(filters)]
  return mostFrequent(db, countIdsBy(jobs[field], submissions.id, from, where))
}
