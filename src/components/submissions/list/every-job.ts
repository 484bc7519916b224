import { CONFIGURATION_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { listJobs } from '#contract/jobs/jobs.ts'

/** All layers of a submission, in the order of its configuration. */
export const everyJob = (id: number) =>
  listJobs.query.parse({
    submission_id: [id],
    sort_by: 'id',
    sort_order: 'asc',
    limit: CONFIGURATION_MAX_ROWS,
  })
