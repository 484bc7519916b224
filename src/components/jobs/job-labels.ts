import type { JobProgress } from '#contract/jobs/job-shapes.ts'

/** 1 → '1st', 12 → '12th', 23 → '23rd'. */
export function ordinal(count: number): string {
  const teen = count % 100 >= 11 && count % 100 <= 13
  const ending = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th')
  return `${count.toLocaleString('en')}${ending}`
}

export const formatQueue = (position: number): string =>
  position === 1 ? 'Next in the queue' : `${ordinal(position)} in the queue`

/** Whole percent, never 100 before the end. */
export const percentDone = ({ fraction }: Pick<JobProgress, 'fraction'>): number =>
  Math.min(99, Math.max(0, Math.floor(fraction * 100)))

export const isInProgress = (job: Pick<JobProgress, 'status'>): boolean =>
  job.status === 'pending' || job.status === 'running'
