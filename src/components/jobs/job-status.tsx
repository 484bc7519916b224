import type { JobProgress } from '#contract/job-shapes.ts'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { percentDone, queueInWords } from './job-words.ts'
import { StatusBadge } from './status-badge.tsx'

/** Status in icon, word and colour, with what there is to say about it: step and share, place in the queue, reason. */
export function JobStatusCell({ job }: { job: JobProgress }) {
  return (
    <div className="flex min-w-28 flex-col items-start gap-1">
      <span className="flex items-center gap-2">
        <StatusBadge status={job.status} />
        {job.status === 'running' && <span className="tabular text-xs">{percentDone(job)} %</span>}
      </span>
      {job.status === 'running' && (
        <>
          <ProgressBar value={job.fraction} label={`Progress of job ${job.id}`} className="h-1 max-w-36" />
          {job.step && (
            <span className="text-xs whitespace-nowrap text-muted">
              {job.step}
              {job.attempt > 1 && `, attempt ${job.attempt}`}
            </span>
          )}
        </>
      )}
      {job.status === 'pending' && job.queue_position !== null && (
        <span className="text-xs whitespace-nowrap text-muted">{queueInWords(job.queue_position)}</span>
      )}
      {job.status === 'failed' && job.reason && (
        <span className="line-clamp-3 max-w-72 min-w-48 text-xs text-muted" title={job.reason}>
          {job.reason}
        </span>
      )}
    </div>
  )
}
