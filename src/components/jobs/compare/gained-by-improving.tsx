import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { buttonClass } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { jobsQuery, reportQuery } from '~/server/jobs.functions.ts'
import { ComparedMetrics } from './compared-metrics.tsx'
import { WhatDiffers } from './what-differs.tsx'

/** What an improvement changed from the job that it improves, and what that gained or lost. */
export function GainedByImproving({ report, improves }: { report: JobReport; improves: number }) {
  const query = useQuery({
    ...jobsQuery(listJobs.query.parse({ id: [improves], limit: 1 })),
    placeholderData: undefined,
  })
  const key = query.data?.content[0]?.job_key
  const previous = useQuery({ ...reportQuery(key ?? ''), enabled: key !== undefined })
  const error = query.error ?? previous.error
  const retry = () => void (query.error ? query.refetch() : previous.refetch())
  return (
    <Card
      anchor="gained"
      title="Compared with the improved job"
      actions={
        <Link
          to="/spatial-catalog/compare"
          search={{ jobs: [improves, report.id] }}
          className={`${buttonClass({ variant: 'secondary', size: 'small' })} print:hidden`}
        >
          Compare the maps
        </Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={retry} busy={query.isFetching || previous.isFetching} />
      ) : query.data && key === undefined ? (
        <p className="text-muted">Job {improves}, which this job improves, no longer exists.</p>
      ) : previous.data ? (
        <>
          <ComparedMetrics jobs={[previous.data, report]} />
          <h3 className="text-sm font-semibold">What changed</h3>
          <WhatDiffers jobs={[previous.data, report]} />
        </>
      ) : (
        <SkeletonLines lines={6} label="Loading the previous job" />
      )}
    </Card>
  )
}
