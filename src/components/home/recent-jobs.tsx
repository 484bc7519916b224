import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runNames, withoutTitle } from '#common/run-name.ts'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { percentDone } from '~/components/jobs/job-labels.ts'
import { QueueNote } from '~/components/jobs/list/queue-note.tsx'
import { VerdictBadge } from '~/components/jobs/verdict-badge.tsx'
import { Thumbnail } from '~/components/jobs/thumbnail.tsx'
import { StatusBadge } from '~/components/jobs/status-badge.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Layers } from 'lucide-react'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { RECENT_SIZE, recentJobsQuery } from '~/server/home.functions.ts'

/** The newest layers, by the submission that they belong to. */
export function RecentJobs({ me }: { me: Person }) {
  const writer = may(me, runFile)
  const { data, error, refetch, isFetching } = useQuery(recentJobsQuery)
  return (
    <Card title="Recent Layers" actions={<QueueNote />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <output aria-label="Loading" className="flex flex-col">
          {Array.from({ length: RECENT_SIZE }, (_, row) => (
            <span key={row} className="flex h-12 items-center gap-4">
              <Skeleton className="w-1/2" />
              <Skeleton className="ml-auto w-20" />
            </span>
          ))}
        </output>
      ) : data.content.length === 0 ? (
        <EmptyState
          icon={Layers}
          title="No layers yet"
          action={
            writer && (
              <Link to="/modeling/submission" className="text-link underline">
                Submit layers
              </Link>
            )
          }
        >
          {writer
            ? 'Layers that you and your colleagues submit appear here.'
            : 'Layers that your colleagues submit appear here.'}
        </EmptyState>
      ) : (
        <div className="@container flex flex-col gap-4">
          {[...Map.groupBy(data.content, (job) => job.submission_id)].map(([id, jobs]) => (
            <OfSubmission key={id} id={id} jobs={jobs} />
          ))}
        </div>
      )}
    </Card>
  )
}

/** All of them were sent at once: the submission shows the time. */
function OfSubmission({ id, jobs }: { id: number; jobs: readonly Job[] }) {
  const [first] = jobs
  const names = runNames(jobs.map(withoutTitle))
  if (!first) return null
  return (
    <section aria-label={`${first.submission_title} (${id})`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b pb-1">
        <h3 className="min-w-0 break-words">
          <Link
            to="/modeling/submission/$id"
            params={{ id: String(id) }}
            className="text-link underline-offset-2 hover:underline"
          >
            {first.submission_title}
          </Link>{' '}
          <span className="text-muted">{first.app_user_name}</span>
        </h3>
        <RelativeTime iso={first.datetime_submitted} className="tabular whitespace-nowrap text-muted" />
      </div>
      <ul className="flex flex-col divide-y">
        {jobs.map((job) => (
          <RecentJob key={job.id} job={job} name={names.get(job.id)!} />
        ))}
      </ul>
    </section>
  )
}

function RecentJob({ job, name }: { job: Job; name: string }) {
  const running = job.status === 'running'
  return (
    <li className="grid min-h-11 grid-cols-1 items-center gap-x-4 gap-y-1 py-2 @md:grid-cols-[minmax(0,1fr)_auto]">
      <span className="flex min-w-0 items-center gap-3">
        <Thumbnail size="row" jobKey={job.job_key} drawn={job.status === 'completed'} />
        <span className="min-w-0 break-words">
          <Link
            to="/spatial-catalog/report/$jobKey"
            params={{ jobKey: job.job_key }}
            className="text-link underline-offset-2 hover:underline"
          >
            {name}
          </Link>{' '}
          <span className="text-muted">
            {job.source} {job.source_wave}
          </span>
        </span>
      </span>
      <span className="flex items-center gap-2 @md:justify-end">
        {running && (
          <>
            <ProgressBar value={job.fraction} label={`Progress of ${name}`} className="max-w-24 min-w-16" />
            <span className="tabular text-xs whitespace-nowrap">{percentDone(job)} %</span>
          </>
        )}
        {job.verdict && <VerdictBadge verdict={job.verdict} />}
        <StatusBadge status={job.status} />
      </span>
    </li>
  )
}
