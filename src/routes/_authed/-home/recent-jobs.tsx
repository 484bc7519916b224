import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import type { Person } from '#contract/accounts.ts'
import type { Job } from '#contract/job-shapes.ts'
import { runFile } from '#contract/submissions.ts'
import { failureMessage } from '~/api/api-error.ts'
import { may } from '~/api/may.ts'
import { QueueNote } from '~/components/jobs/queue-note.tsx'
import { StatusBadge } from '~/components/jobs/status-badge.tsx'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/ui/error-state.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { RECENT_SIZE, recentJobsQuery } from '~/server/home.functions.ts'

export function RecentJobs({ me }: { me: Person }) {
  const writer = may(me, runFile)
  const { data, error, refetch, isFetching } = useQuery(recentJobsQuery)
  return (
    <Card title="Recent Layers" actions={<QueueNote />}>
      {error && !data ? (
        <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
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
        <ul className="@container flex flex-col divide-y">
          {data.content.map((job) => (
            <RecentJob key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function RecentJob({ job }: { job: Job }) {
  return (
    <li className="grid min-h-12 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2 @md:grid-cols-[minmax(0,1fr)_6.5rem_7rem]">
      <span className="col-span-2 min-w-0 break-words @md:col-span-1">
        <Link
          to="/spatial-catalog/report/$jobKey"
          params={{ jobKey: job.job_key }}
          className="text-link underline-offset-2 hover:underline"
        >
          <span className="font-medium">{job.country}</span> {job.target}
        </Link>{' '}
        <span className="text-muted">
          {job.source} {job.source_wave}
        </span>
      </span>
      <span>
        <StatusBadge status={job.status} />
      </span>
      <RelativeTime
        iso={job.datetime_submitted}
        className="tabular text-right whitespace-nowrap text-muted"
      />
    </li>
  )
}
