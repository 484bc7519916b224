import { Ban, CircleAlert, CircleCheck, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { JobStatus } from '#contract/jobs.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'

const STATES: Record<JobStatus, { word: string; icon: LucideIcon; tone: Tone }> = {
  pending: { word: 'Pending', icon: Clock, tone: 'neutral' },
  running: { word: 'Running', icon: LoaderCircle, tone: 'info' },
  completed: { word: 'Completed', icon: CircleCheck, tone: 'success' },
  failed: { word: 'Failed', icon: CircleAlert, tone: 'error' },
  cancelled: { word: 'Cancelled', icon: Ban, tone: 'neutral' },
}

export function JobState({ status }: { status: JobStatus }) {
  const { word, icon, tone } = STATES[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
