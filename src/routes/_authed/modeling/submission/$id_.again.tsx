import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, createFileRoute, notFound } from '@tanstack/react-router'
import { z } from 'zod'
import { id as idSchema } from '#contract/shapes.ts'
import { type Submission } from '#contract/submissions/submission-list.ts'
import { runAgain } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { STATUS_WORDS } from '~/components/jobs/status-badge.tsx'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { requireWarmed } from '~/components/shell/failures/missing-record.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { AGAIN_MODES } from '~/components/submissions/run-again/again-mode.ts'
import { RunAgainForm } from '~/components/submissions/run-again/run-again-form.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ArrowLeft, RotateCcw } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { jobsQuery } from '~/server/jobs.functions.ts'
import { configurationQuery, submissionQuery } from '~/server/submissions.functions.ts'
import { everyJob } from '~/components/submissions/list/every-job.ts'
import { NoSuchSubmission } from '~/components/submissions/page/no-such-submission.tsx'
import { recordIdOf } from '~/components/shell/record-id.ts'
import { SubmissionCrumb } from '~/components/submissions/page/submission-crumb.tsx'

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
  component: RunAgainScreen,
})

function RunAgainScreen() {
  const params = Route.useParams()
  const { me } = Route.useRouteContext()
  const id = recordIdOf(params.id)
  if (!may(me, runAgain)) {
    return (
      <Page title="Run again" actions={<BackToSubmission id={params.id} />}>
        <WritersOnly what="run submissions" />
      </Page>
    )
  }
  return id === undefined ? <NoSuchSubmission /> : <Known id={id} />
}

function BackToSubmission({ id }: { id: string }) {
  return (
    <Link to="/modeling/submission/$id" params={{ id }} className={buttonClass({ variant: 'secondary' })}>
      <ArrowLeft aria-hidden="true" />
      Back to the submission
    </Link>
  )
}

function Known({ id }: { id: number }) {
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
  const { mode = 'all', job } = Route.useSearch()
  const navigate = Route.useNavigate()
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
