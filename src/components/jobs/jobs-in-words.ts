import { counted } from '#contract/counted.ts'
import type { Job } from '#contract/job-shapes.ts'

/** '1 job', '1,204 jobs' */
export const jobsInWords = (count: number): string => counted(count, 'job')

/** The key of a single job, or the number of jobs. */
export const namedJobs = (jobs: readonly Pick<Job, 'job_key'>[]): string =>
  jobs.length === 1 && jobs[0] ? jobs[0].job_key : jobsInWords(jobs.length)
