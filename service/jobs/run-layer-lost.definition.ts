import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Receives the ticket of a layer whose workers were lost too often. */
export const runLayerLost = defineJob({
  name: 'run-layer-lost',
  payload: z.object({ job_id: z.number().int().positive() }),
  options: { retryLimit: 1000, retryDelay: 5, deleteAfterSeconds: 86_400, notify: true },
})
