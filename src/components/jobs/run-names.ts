import { createContext, use } from 'react'
import { runName } from '#common/run-name.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'

/** The names of a list's jobs, each distinguished from the others, by id. */
export const RunNames = createContext<ReadonlyMap<number, string>>(new Map())

export function useRunName(job: Job): string {
  return use(RunNames).get(job.id) ?? runName(job)
}
