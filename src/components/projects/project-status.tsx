import { Ban, CalendarClock, CircleCheck, CirclePause, CirclePlay, type LucideIcon } from 'lucide-react'
import type { Project } from '#contract/projects/project-list.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { PROJECT_STATUS_WORDS } from './project-labels.ts'

const looks: Readonly<Record<Project['status'], { tone: Tone; icon: LucideIcon }>> = {
  planned: { tone: 'neutral', icon: CalendarClock },
  active: { tone: 'info', icon: CirclePlay },
  paused: { tone: 'warning', icon: CirclePause },
  completed: { tone: 'success', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
}

export function ProjectStatus({ status }: { status: Project['status'] }) {
  return <Badge {...looks[status]}>{PROJECT_STATUS_WORDS[status]}</Badge>
}
