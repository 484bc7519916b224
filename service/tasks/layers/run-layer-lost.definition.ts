import { z } from 'zod'
import { defineTask } from '../define-task.ts'

/** Receives a layer whose workers were lost too often. */
export const runLayerLost = defineTask({
  name: 'run-layer-lost',
  payload: z.object({ job_id: z.number().int().positive() }),
  options: { retryLimit: 1000, retryDelay: 5, deleteAfterSeconds: 86_400, notify: true },
})
