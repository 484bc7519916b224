import { type QueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { id as idSchema } from '#contract/shapes.ts'
import { runAgain } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { AGAIN_MODES } from '~/components/submissions/run-again/again-mode.ts'
import { RotateCcw } from 'lucide-react'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { configurationQuery, submissionQuery } from '~/server/submissions.functions.ts'
import { everyJob } from '~/components/submissions/list/every-job.ts'
import { NoSuchSubmission } from '~/components/submissions/page/no-such-submission.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { SubmissionCrumb } from '~/components/submissions/page/submission-crumb.tsx'
import { RunAgainPage } from '~/components/submissions/run-again/run-again-page.tsx'

const search = z.object({
  mode: z.enum(AGAIN_MODES).optional().catch(undefined),
  /** The job that linked here. */
  job: idSchema.optional().catch(undefined),
})

/** More rows than this would hold up the page that they are part of. */
const LAYERS_IN_PAGE = 50

async function prefetchConfiguration(queryClient: QueryClient, id: number): Promise<void> {
  await queryClient.prefetchQuery(submissionQuery(id))
  const submission = queryClient.getQueryData(submissionQuery(id).queryKey)
  if (submission && submission.layers <= LAYERS_IN_PAGE)
    await queryClient.prefetchQuery(configurationQuery(id))
}

export const Route = createFileRoute('/_authed/modeling/submission/$id_/again')({
  validateSearch: search,
  loader: async ({ context: { queryClient, me }, params }) => {
    const id = recordIdOf(params.id)
    if (!may(me, runAgain)) return
    if (id === undefined) throw notFound()
    await prefetchOnServer(
      prefetchConfiguration(queryClient, id),
      queryClient.prefetchQuery(jobsQuery(everyJob(id))),
    )
    requireWarmed(queryClient, submissionQuery(id))
  },
  remountDeps: ({ params }) => params.id,
  staticData: {
    title: 'Run again',
    icon: RotateCcw,
    breadcrumbs: ({ params }) => [
      'Modeling',
      'Submission',
      { text: params['id'] ?? '', Words: SubmissionCrumb },
      'Run again',
    ],
  },
  notFoundComponent: NoSuchSubmission,
  component: RunAgainPage,
})
