import { counted } from '#common/counted.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { shortTitle } from './report/format.ts'

/** '1 job', '1,204 jobs' */
export const formatJobs = (count: number): string => counted(count, 'job')

/** 'Benin · stunting · seed 3 (job 42)', or the number of jobs. */
export const namedJobs = (jobs: readonly Pick<Job, 'id' | 'country' | 'target' | 'seed'>[]): string =>
  jobs.length === 1 && jobs[0] ? `${shortTitle(jobs[0])} (job ${jobs[0].id})` : formatJobs(jobs.length)
