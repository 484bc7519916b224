import { z } from 'zod'
import { AGGREGATE_HOURS } from '#contract/jobs/aggregates.ts'
import { defineTask } from '../define-task.ts'

const RETENTION_SECONDS = AGGREGATE_HOURS * 3600

/** Figures of other units from a job's posterior. */
export const computeAggregate = defineTask({
  name: 'compute-aggregate',
  payload: z.object({ aggregate_id: z.number().int().positive() }),
  options: {
    retryLimit: 3,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    heartbeatSeconds: 10,
    expireInSeconds: 1200,
    retentionSeconds: RETENTION_SECONDS,
    deleteAfterSeconds: RETENTION_SECONDS,
    notify: true,
  },
})
