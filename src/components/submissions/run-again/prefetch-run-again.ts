import { type QueryClient } from '@tanstack/react-query'
import { everyJob } from '~/components/submissions/list/every-job.ts'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { configurationQuery, submissionQuery } from '~/server/submissions.functions.ts'

/** More rows than this would hold up the page that they are part of. */
const LAYERS_IN_PAGE = 50

export async function prefetchRunAgain(client: QueryClient, id: number): Promise<void> {
  await Promise.all([prefetchConfiguration(client, id), client.prefetchQuery(jobsQuery(everyJob(id)))])
}

async function prefetchConfiguration(client: QueryClient, id: number): Promise<void> {
  await client.prefetchQuery(submissionQuery(id))
  const submission = client.getQueryData(submissionQuery(id).queryKey)
  if (submission && submission.layers <= LAYERS_IN_PAGE) await client.prefetchQuery(configurationQuery(id))
}
