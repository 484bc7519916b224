import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runName } from '#common/run-name.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { JobFlag, finalBadge } from '~/components/jobs/job-flags.tsx'
import { StatusBadge } from '~/components/jobs/status-badge.tsx'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { count } from '~/lib/figures.ts'

/** The newest layers that were modelled from the survey. */
export function SurveyLayers({
  result: { data, error, isFetching, refetch },
}: {
  result: UseQueryResult<{ content: Job[]; totalElements: number }>
}) {
  return (
    <Card title="Layers that use this survey">
      {data ? (
        data.content.length === 0 ? (
          <p className="text-muted">No layers yet. A configuration that names this survey appears here.</p>
        ) : (
          <>
            <ul className="divide-y">
              {data.content.map((job) => (
                <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                  <Link
                    to="/spatial-catalog/report/$jobKey"
                    params={{ jobKey: job.job_key }}
                    className="min-w-0 flex-1 basis-60 text-link break-words hover:underline"
                  >
                    {runName(job, data.content)}{' '}
                    <span className="font-mono text-xs break-all text-muted">{job.job_key}</span>
                  </Link>
                  {job.final && <JobFlag {...finalBadge(true)} />}
                  <StatusBadge status={job.status} />
                  <RelativeTime iso={job.datetime_submitted} className="text-muted" />
                </li>
              ))}
            </ul>
            {data.totalElements > data.content.length && (
              <p className="text-xs text-muted">
                The newest {data.content.length} of {count(data.totalElements)} layers.
              </p>
            )}
          </>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={3} label="Loading the layers" />
      )}
    </Card>
  )
}
