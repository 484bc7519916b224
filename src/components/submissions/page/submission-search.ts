import { listJobs } from '#contract/jobs/jobs.ts'
import { searchOf } from '~/components/data-table/address/search.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'

export const search = searchOf(listJobs)

export const layersOf = (id: number, query: ReturnType<typeof search.toQuery>) =>
  jobsQuery({ ...listJobs.query.parse(query), submission_id: [id] })
