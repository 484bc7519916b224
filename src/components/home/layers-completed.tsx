import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { percentage } from '~/lib/percentage.ts'
import { type CountWindow, jobCountsQuery } from '~/server/home.functions.ts'
import { COMPLETED, IN_PROGRESS } from './last-days.ts'

const TITLE = 'Microfraym Layers Completed: Last 30 Days'

export function LayersCompleted({ days }: { days: CountWindow }) {
  const { data, error, isFetching, refetch } = useQuery(jobCountsQuery(days))
  if (error && !data) {
    return (
      <Card title={TITLE}>
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    )
  }
  if (!data) {
    return (
      <Card title={TITLE}>
        <output aria-label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-9! w-28" />
          <Skeleton className="h-2!" />
          <Skeleton className="h-5! w-3/4" />
        </output>
      </Card>
    )
  }
  const { submitted, inProgress, completed } = data
  return (
    <Card title={TITLE}>
      <p className="tabular text-3xl leading-9 font-semibold">{percentage(completed, submitted)}%</p>
      <ProgressBar value={submitted > 0 ? completed / submitted : 0} label="Layers completed" />
      <p className="tabular text-muted">
        <CountLink start={days.start}>{submitted} submitted</CountLink>,{' '}
        <CountLink start={days.start} status={IN_PROGRESS}>
          {inProgress} in progress
        </CountLink>
        ,{' '}
        <CountLink start={days.start} status={COMPLETED}>
          {completed} completed successfully
        </CountLink>
      </p>
    </Card>
  )
}

function CountLink({
  start,
  status,
  children,
}: {
  start: string
  status?: JobStatus[]
  children: ReactNode
}) {
  return (
    <Link
      to="/modeling/product-catalog"
      search={{ status, submit_date_start: start }}
      className="text-link underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
