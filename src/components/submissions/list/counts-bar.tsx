import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { STATUS_WORDS } from '~/components/jobs/status-badge.tsx'
import { formatLayers } from '~/components/submissions/new/format-layers.ts'
import { cn } from '~/lib/class-names.ts'

const fills = {
  completed: 'bg-success',
  running: 'bg-info',
  pending: 'bg-control',
  failed: 'bg-error',
  cancelled: 'bg-muted',
} as const
const order = ['completed', 'running', 'pending', 'failed', 'cancelled'] as const

/** '2 completed, 1 running' */
const formatCounts = ({ counts }: Pick<Submission, 'counts'>): string =>
  JOB_STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${counts[status].toLocaleString('en')} ${STATUS_WORDS[status].toLowerCase()}`)
    .join(', ')

/** The number of layers, and their progress. */
export function CountsBar({ submission, wide = false }: { submission: Submission; wide?: boolean }) {
  const { layers, counts } = submission
  const words = formatCounts(submission)
  return (
    <span className={cn('flex items-center gap-2', wide && 'w-full flex-wrap gap-y-1')} title={words}>
      <span className="tabular whitespace-nowrap">
        {wide ? formatLayers(layers) : layers.toLocaleString('en')}
      </span>
      <span
        aria-hidden="true"
        className={cn('flex h-1.5 gap-px overflow-hidden rounded', wide ? 'w-40 max-w-80 grow' : 'w-20')}
      >
        {order.map(
          (status) =>
            counts[status] > 0 && (
              <span key={status} className={fills[status]} style={{ flexGrow: counts[status] }} />
            ),
        )}
      </span>
      {wide ? <span className="text-muted">{words}</span> : <span className="sr-only">{words}</span>}
    </span>
  )
}
