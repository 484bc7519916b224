import { type QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { getJobReport, listJobs } from '#contract/jobs/jobs.ts'
import { notOffered, orNull } from '~/api/api-error.ts'
import { productQuery } from '~/server/interpolation.functions.ts'
import { admDataQuery, jobsQuery, reportQuery } from '~/server/jobs.functions.ts'

/** Loads the report of a job, or that of a checked-in raster, and says which of them it is. */
export async function loadReport(queryClient: QueryClient, jobKey: string) {
  if (!getJobReport.params.safeParse({ job_key: jobKey }).success) throw notFound()
  const report = await orNull(queryClient.ensureQueryData(reportQuery(jobKey)))
  if (report === null) {
    const product = await queryClient.ensureQueryData(productQuery(jobKey))
    if (product === null)
      throw (await isListedJob(queryClient, jobKey)) ? notOffered(getJobReport) : notFound()
    return { kind: 'product' as const }
  }
  // prefetchQuery never throws: a failed table leaves the rest of the report intact.
  if (report.status === 'completed') await queryClient.prefetchQuery(admDataQuery(report.id))
  return { kind: 'job' as const }
}

/** A server that knows the specification only has jobs without reports. */
async function isListedJob(client: QueryClient, jobKey: string) {
  const { data } = listJobs.query.safeParse({ id: [jobKey.split('-').at(-1)], limit: 1 })
  const jobs = data && (await client.fetchQuery(jobsQuery(data)))
  return jobs?.content.some(({ job_key }) => job_key === jobKey)
}
