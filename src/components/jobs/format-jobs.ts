import { counted } from '#common/counted.ts'
import { type Run, runName } from '#common/run-name.ts'

/** '1 job', '1,204 jobs' */
export const formatJobs = (count: number): string => counted(count, 'job')

/** 'Straight lines · Benin · stunting (job 42)', or the number of jobs. */
export const namedJobs = (jobs: readonly Run[]): string =>
  jobs.length === 1 && jobs[0] ? `${runName(jobs[0])} (job ${jobs[0].id})` : formatJobs(jobs.length)
