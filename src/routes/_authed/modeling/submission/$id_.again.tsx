import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { runAgain } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { prefetchRunAgain } from '~/components/submissions/run-again/prefetch-run-again.ts'
import { runAgainSearch } from '~/components/submissions/run-again/run-again-search.ts'
import { RotateCcw } from 'lucide-react'
import { submissionQuery } from '~/server/submissions.functions.ts'
import { NoSuchSubmission } from '~/components/submissions/page/no-such-submission.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { RunAgainPage } from '~/components/submissions/run-again/run-again-page.tsx'

const SubmissionCrumb = lazy(() => import('~/components/submissions/page/submission-crumb.tsx'))

export const Route = createFileRoute('/_authed/modeling/submission/$id_/again')({
  validateSearch: runAgainSearch,
  loader: async ({ context: { queryClient, me }, params }) => {
    const id = recordIdOf(params.id)
    if (!may(me, runAgain)) return
    if (id === undefined) throw notFound()
    await prefetchOnServer(prefetchRunAgain(queryClient, id))
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
