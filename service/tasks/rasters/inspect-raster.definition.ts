import { z } from 'zod'
import { defineTask } from '../define-task.ts'
import { takeInRaster } from './take-in-raster.definition.ts'

/** A raster that is only inspected, and whose sender does not wait. */
export const inspectRaster = defineTask({
  name: 'inspect-raster',
  payload: z.object({ inspection_id: z.number().int().positive() }),
  // One waits for the other's inspection, of which a worker does two at once.
  atOnce: 2,
  options: takeInRaster.options,
})
