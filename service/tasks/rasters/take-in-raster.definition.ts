import { z } from 'zod'
import { defineTask } from '../define-task.ts'

const DAY = 86_400

/** A raster whose sender does not wait: inspected, validated and adopted, or rejected. */
export const takeInRaster = defineTask({
  name: 'take-in-raster',
  payload: z.object({ asset_id: z.number().int().positive() }),
  // One waits for the other's inspection, of which a worker does two at once.
  atOnce: 2,
  options: {
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    heartbeatSeconds: 10,
    expireInSeconds: 8000,
    retentionSeconds: 90 * DAY,
    deleteAfterSeconds: DAY,
    notify: true,
  },
})
