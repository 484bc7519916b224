import { z } from 'zod'
import { RESAMPLE_METHODS } from '#contract/rasters/asset-list.ts'
import { defineTask } from '../define-task.ts'

const key = z.string().min(1)
const cells = z.number().int().positive()
const real = z.number()
/** What shows the progress: an asset, an inspection, or an upload of many rasters, of which this one is the part from one fraction to another. */
const progress = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['asset', 'inspection']), id: z.number().int().positive() }),
    z.object({
      kind: z.literal('upload'),
      id: z.number().int().positive(),
      from: z.number(),
      to: z.number(),
    }),
  ])
  .optional()

/** Whether all bands are categorical, or those of these numbers; missing: as the file says. */
const categorical = z.union([z.boolean(), z.record(z.string(), z.boolean())]).optional()

/** Work on every cell of a stored raster, whose answer a call waits for. */
export const rasterWork = defineTask({
  name: 'raster-work',
  payload: z.discriminatedUnion('type', [
    z.object({ type: z.literal('inspect'), key, categorical, progress }),
    z.object({ type: z.literal('to-cog'), key, categorical, progress }),
    z.object({
      type: z.literal('to-reference-grid'),
      key,
      band: z.number().int().positive(),
      method: z.enum(RESAMPLE_METHODS),
      nodata: z.number(),
      description: z.string(),
      categorical: z.boolean().optional(),
      /** Default: the part of the reference grid under the raster. */
      grid: z
        .object({
          width: cells,
          height: cells,
          affine: z.tuple([real, real, real, real, real, real]).readonly(),
          crs: z.number(),
        })
        .optional(),
      /** Longitudes of the grid between which no cell has a value. */
      gap: z.tuple([real, real]).readonly().optional(),
      progress,
    }),
  ]),
  // A person has one at a time, so somebody's slow raster does not hold up another's.
  atOnce: 2,
  options: {
    retryLimit: 3,
    retryDelay: 1,
    heartbeatSeconds: 10,
    expireInSeconds: 7200,
    retentionSeconds: 3600,
    deleteAfterSeconds: 600,
    notify: true,
  },
})
export type RasterWork = z.output<(typeof rasterWork)['payload']>
export type RasterProgress = NonNullable<RasterWork['progress']>
