import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { listJobs } from '#contract/jobs/jobs.ts'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { downloadConfig, runAgain } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { may } from '~/api/may.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { JobsTable } from '~/components/jobs/list/jobs-table.tsx'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Page } from '~/components/shell/page.tsx'
import { CancelSubmission, mayCancelSubmission } from '~/components/jobs/cancel/cancel-submission.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { FileDown, Send } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { submissionQuery } from '~/server/submissions.functions.ts'
import { NoSuchSubmission } from '~/components/submissions/page/no-such-submission.tsx'
import { RunAgainMenu } from '~/components/submissions/page/run-again-menu.tsx'
import { SubmissionButtons } from '~/components/submissions/page/submission-buttons.tsx'
import { SubmissionSummary } from '~/components/submissions/page/submission-summary.tsx'
import { recordIdOf } from '~/components/shell/record-id.ts'
import { Differences } from '~/components/submissions/page/differences.tsx'
import { SubmissionCrumb } from '~/components/submissions/page/submission-crumb.tsx'

const search = searchOf(listJobs)
const layersOf = (id: number, query: ReturnType<typeof search.toQuery>) =>
  jobsQuery({ ...listJobs.query.parse(query), submission_id: [id] })

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
  component: SubmissionScreen,
})

function SubmissionScreen() {
  const id = recordIdOf(Route.useParams().id)
  return id === undefined ? <NoSuchSubmission /> : <Known id={id} />
}

function Known({ id }: { id: number }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(submissionQuery(id))
  if (isPending) return <SkeletonLines lines={4} label="Loading the submission" />
  if (data) return <SubmissionPage submission={data} />
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  }
  return <NoSuchSubmission />
}

function SubmissionPage({ submission }: { submission: Submission }) {
  const { id, title } = submission
  const { query, address } = useTableSearch(search, { submission_id: [id] })
  const { me } = Route.useRouteContext()
  const result = useQuery(layersOf(id, query))
  return (
    <Page
      title={title}
      actions={
        <>
          <a
            href={addressOf(downloadConfig, { params: { id } })}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            <FileDown aria-hidden="true" />
            Download configuration
          </a>
          <SubmissionButtons submission={submission} me={me} />
          {mayCancelSubmission(me, submission) && <CancelSubmission submission={submission} />}
          {may(me, runAgain) && <RunAgainMenu submission={submission} />}
        </>
      }
    >
      <SubmissionSummary submission={submission} />
      {submission.parent_id !== null && <Differences id={id} parentId={submission.parent_id} />}
      <h2 className="text-base font-semibold">Layers</h2>
      <JobsTable me={me} submissionId={id} label="Layers" pluralNoun="layers" {...address} result={result} />
    </Page>
  )
}
