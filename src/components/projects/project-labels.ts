import type { Project } from '#contract/projects/project-list.ts'
import { count } from '~/lib/figures.ts'

export const PROJECT_STATUS_WORDS: Readonly<Record<Project['status'], string>> = {
  planned: 'Planned',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const formatSubmissions = (number: number) =>
  number === 1 ? 'one submission' : `${count(number)} submissions`
