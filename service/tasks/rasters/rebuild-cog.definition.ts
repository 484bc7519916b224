import { z } from 'zod'
import { defineTask } from '../define-task.ts'
import { takeInRaster } from './take-in-raster.definition.ts'

/** The COG of an asset is made again after bands were declared to be classes or quantities. */
export const rebuildCog = defineTask({
  name: 'rebuild-cog',
  payload: z.object({ asset_id: z.number().int().positive() }),
  // One waits for the other's inspection, of which a worker does two at once.
  atOnce: 2,
  options: takeInRaster.options,
})
