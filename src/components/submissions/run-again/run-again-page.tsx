import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { runAgain } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { STATUS_WORDS } from '~/components/jobs/status-badge.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { RunAgainForm } from './run-again-form.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ArrowLeft } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { configurationQuery, submissionQuery } from '~/server/submissions.functions.ts'
import { everyJob } from '~/components/submissions/list/every-job.ts'
import { NoSuchSubmission } from '~/components/submissions/page/no-such-submission.tsx'
import { recordIdOf } from '~/components/shell/failures/record-id.ts'

const route = getRouteApi('/_authed/modeling/submission/$id_/again')

export function RunAgainPage() {
  const params = route.useParams()
  const { me } = route.useRouteContext()
  const id = recordIdOf(params.id)
  if (!may(me, runAgain)) {
    return (
      <Page title="Run again" actions={<BackToSubmission id={params.id} />}>
        <WritersOnly what="run submissions" />
      </Page>
    )
  }
  return id === undefined ? <NoSuchSubmission /> : <RunAgainOfId id={id} />
}

function BackToSubmission({ id }: { id: string }) {
  return (
    <Link to="/modeling/submission/$id" params={{ id }} className={buttonClass({ variant: 'secondary' })}>
      <ArrowLeft aria-hidden="true" />
      Back to the submission
    </Link>
  )
}

function RunAgainOfId({ id }: { id: number }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(submissionQuery(id))
  if (isPending) return <SkeletonLines lines={4} label="Loading the submission" />
  if (data) return <Again submission={data} />
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  }
  return <NoSuchSubmission />
}

function Again({ submission }: { submission: Submission }) {
  const { id, title } = submission
  const { mode = 'all', job } = route.useSearch()
  const navigate = route.useNavigate()
  const configuration = useQuery(configurationQuery(id))
  const jobs = useQuery(jobsQuery(everyJob(id)))
  const failed = configuration.error ?? jobs.error
  return (
    <Page
      title={`Run ‘${title}’ again`}
      help={<HelpLink topic="configuration-columns" />}
      actions={<BackToSubmission id={String(id)} />}
    >
      {configuration.data && jobs.data ? (
        <RunAgainForm
          submission={submission}
          configuration={configuration.data}
          jobs={jobs.data.content}
          mode={mode}
          from={job}
          statusWord={({ status }) => STATUS_WORDS[status]}
          onMode={(next) =>
            void navigate({
              search: (previous) => ({ ...previous, mode: next === 'all' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      ) : failed ? (
        <ErrorState
          error={failed}
          onRetry={() => void Promise.all([configuration.refetch(), jobs.refetch()])}
          busy={configuration.isFetching || jobs.isFetching}
        />
      ) : (
        <SkeletonLines lines={8} label="Loading the previous configuration" />
      )}
    </Page>
  )
}
