import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'

export const STATUS_WORDS: Readonly<Record<JobStatus, string>> = {
  pending: 'Pending',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
const looks: Readonly<Record<JobStatus, { tone: Tone; icon: LucideIcon }>> = {
  pending: { tone: 'neutral', icon: Clock },
  running: { tone: 'info', icon: LoaderCircle },
  completed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'error', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Ban },
}

export function StatusBadge({ status }: { status: JobStatus }) {
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {STATUS_WORDS[status]}
    </Badge>
  )
}
