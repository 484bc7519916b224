import { z } from 'zod'
import { BRIEF_HOURS } from '#contract/jobs/briefs.ts'
import { defineTask } from '../define-task.ts'

const RETENTION_SECONDS = BRIEF_HOURS * 3600

/** A document about a job. */
export const writeBrief = defineTask({
  name: 'write-brief',
  payload: z.object({ brief_id: z.number().int().positive() }),
  options: {
    retryLimit: 3,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    heartbeatSeconds: 10,
    expireInSeconds: 600,
    retentionSeconds: RETENTION_SECONDS,
    deleteAfterSeconds: RETENTION_SECONDS,
    notify: true,
  },
})
