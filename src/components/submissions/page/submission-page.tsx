import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { downloadConfig, runAgain } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { may } from '~/api/may.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { JobsTable } from '~/components/jobs/list/jobs-table.tsx'
import { Page } from '~/components/shell/page.tsx'
import { CancelSubmission, mayCancelSubmission } from '~/components/jobs/cancel/cancel-submission.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { FileDown } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { submissionQuery } from '~/server/submissions.functions.ts'
import { NoSuchSubmission } from './no-such-submission.tsx'
import { RunAgainMenu } from './run-again-menu.tsx'
import { SubmissionButtons } from './submission-buttons.tsx'
import { SubmissionSummary } from './submission-summary.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'
import { Differences } from './differences.tsx'
import { search, layersOf } from './submission-search.ts'

const route = getRouteApi('/_authed/modeling/submission/$id')

export function SubmissionPage() {
  const id = recordIdOf(route.useParams().id)
  return id === undefined ? <NoSuchSubmission /> : <SubmissionOfId id={id} />
}

function SubmissionOfId({ id }: { id: number }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(submissionQuery(id))
  if (isPending) return <SkeletonLines lines={4} label="Loading the submission" />
  if (data) return <SubmissionContent submission={data} />
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  }
  return <NoSuchSubmission />
}

function SubmissionContent({ submission }: { submission: Submission }) {
  const { id, title } = submission
  const { query, address } = useTableSearch(search, { submission_id: [id] })
  const { me } = route.useRouteContext()
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
