import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { routeOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Send } from 'lucide-react'
import { submissionQuery } from '~/server/submissions.functions.ts'
import { NoSuchSubmission } from '~/components/submissions/page/no-such-submission.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { search, layersOf } from '~/components/submissions/page/submission-search.ts'
import { SubmissionPage } from '~/components/submissions/page/submission-page.tsx'

const SubmissionCrumb = lazy(() => import('~/components/submissions/page/submission-crumb.tsx'))

export const Route = createFileRoute('/_authed/modeling/submission/$id')({
  ...routeOf(search),
  loader: async ({ context: { queryClient }, deps, params }) => {
    const id = recordIdOf(params.id)
    if (id === undefined) throw notFound()
    await prefetchOnServer(
      queryClient.prefetchQuery(submissionQuery(id)),
      queryClient.prefetchQuery(layersOf(id, deps)),
    )
    requireWarmed(queryClient, submissionQuery(id))
  },
  remountDeps: ({ params }) => params.id,
  staticData: {
    title: 'Submission',
    icon: Send,
    breadcrumbs: ({ params }) => [
      'Modeling',
      'Submission',
      { text: params['id'] ?? '', Words: SubmissionCrumb },
    ],
  },
  notFoundComponent: NoSuchSubmission,
  component: SubmissionPage,
})
