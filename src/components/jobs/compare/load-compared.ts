import type { QueryClient } from '@tanstack/react-query'
import { listJobs } from '#contract/jobs/jobs.ts'
import { jobsQuery, reportQuery } from '~/server/jobs.functions.ts'
import { FEWEST_COMPARED, MOST_COMPARED, comparedIds } from './compared.ts'
import type { CompareSearch } from './compare-search.ts'

/** The jobs with these ids, to find their keys. */
export const comparedJobsQuery = (ids: readonly number[]) =>
  jobsQuery(listJobs.query.parse({ id: ids, limit: MOST_COMPARED }))

/** Loads what the comparison shows first. Never throws: the screen reports errors. */
export async function loadCompared(client: QueryClient, jobs: CompareSearch['jobs']): Promise<void> {
  const ids = comparedIds({ jobs })
  if (ids.length < FEWEST_COMPARED) return
  const query = comparedJobsQuery(ids)
  await client.prefetchQuery(query)
  const content = client.getQueryData(query.queryKey)?.content ?? []
  await Promise.all(content.map(({ job_key }) => client.prefetchQuery(reportQuery(job_key))))
}
