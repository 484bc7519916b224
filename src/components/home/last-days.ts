import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import type { CountWindow } from '~/server/home.functions.ts'

dayjs.extend(utc)

/** Including today. */
const DAYS = 30
export const IN_PROGRESS: JobStatus[] = ['pending', 'running']
export const COMPLETED: JobStatus[] = ['completed']

export function lastDays(now: Date = new Date()): CountWindow {
  const today = dayjs.utc(now)
  return { start: today.subtract(DAYS - 1, 'day').format('YYYY-MM-DD'), end: today.format('YYYY-MM-DD') }
}
