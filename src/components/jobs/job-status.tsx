import type { Job } from '#contract/jobs/job-shapes.ts'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { Tooltip } from '~/components/ui/overlays/tooltip.tsx'
import { percentDone, formatQueue } from './job-labels.ts'
import { ReportLink } from './report-link.tsx'
import { StatusBadge } from './status-badge.tsx'

/**
 * Status as icon, label and colour, with details: step and progress, place in the queue, or the first two lines of the
 * error, which link to the job's screen; the tooltip has the full text.
 */
export function JobStatusCell({ job }: { job: Job }) {
  if (job.status === 'completed' || job.status === 'cancelled') return <StatusBadge status={job.status} />
  return (
    <div className="job-status">
      <span>
        <StatusBadge status={job.status} />
        {job.status === 'running' && (
          <span className="tabular text-xs whitespace-nowrap">{percentDone(job)} %</span>
        )}
      </span>
      {job.status === 'running' && (
        <>
          <ProgressBar value={job.fraction} label={`Progress of job ${job.id}`} className="h-1! max-w-36" />
          {job.step && (
            <span className="text-xs whitespace-nowrap text-muted">
              {job.step}
              {job.attempt > 1 && `, attempt ${job.attempt}`}
            </span>
          )}
        </>
      )}
      {job.status === 'pending' && job.queue_position !== null && (
        <span className="text-xs whitespace-nowrap text-muted">{formatQueue(job.queue_position)}</span>
      )}
      {job.status === 'failed' && job.reason && (
        <Tooltip content={job.reason}>
          <ReportLink
            jobKey={job.job_key}
            data-reason
            className="line-clamp-2 max-w-96 min-w-40 text-xs text-muted hover:underline max-[699px]:line-clamp-none max-[699px]:max-w-full"
          >
            {job.reason}
          </ReportLink>
        </Tooltip>
      )}
    </div>
  )
}
