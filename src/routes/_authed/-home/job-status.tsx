import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { JobStatus as Status } from '#contract/jobs.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'

const looks: Record<Status, { tone: Tone; icon: LucideIcon; label: string }> = {
  pending: { tone: 'neutral', icon: Clock, label: 'Pending' },
  running: { tone: 'info', icon: LoaderCircle, label: 'Running' },
  completed: { tone: 'success', icon: CircleCheck, label: 'Completed' },
  failed: { tone: 'error', icon: CircleX, label: 'Failed' },
  cancelled: { tone: 'neutral', icon: Ban, label: 'Cancelled' },
}

export function JobStatus({ status }: { status: Status }) {
  const { tone, icon, label } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
