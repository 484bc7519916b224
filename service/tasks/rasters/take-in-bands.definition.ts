import { z } from 'zod'
import { defineTask } from '../define-task.ts'
import { takeInRaster } from './take-in-raster.definition.ts'

/** A bulk upload whose sender does not wait: its rasters are inspected, its sheet is validated, its bands are catalogued. */
export const takeInBands = defineTask({
  name: 'take-in-bands',
  payload: z.object({ upload_id: z.number().int().positive() }),
  // One waits for the other's inspection, of which a worker does two at once.
  atOnce: 2,
  // Fifty large rasters take hours.
  options: { ...takeInRaster.options, expireInSeconds: 80_000 },
})
