import { z } from 'zod'
import { bounds, boundsDegrees } from '../rasters/asset-list.ts'
import { layerIdentity } from '../jobs/job-shapes.ts'
import { tag } from '../projects/tag-list.ts'

export const PRODUCT_STATUSES = ['draft', 'published', 'retired'] as const

export const product = z.object({
  id: z.number().int(),
  job_key: z.string(),
  /** The final job that created it; null for a raster that was checked in. */
  job_id: z.number().int().nullable(),
  asset_id: z.number().int().nullable(),
  ...layerIdentity,
  /** Modelled from a survey that is marked as simulated. */
  simulated: z.boolean(),
  year: z.number().int().nullable(),
  title: z.string(),
  data_description: z.string(),
  unit: z.string(),
  resolution_m: z.number().nullable(),
  /** EPSG code. */
  crs: z.number().int().nullable(),
  /** West, south, east, north in the units of the CRS. */
  bounds: bounds.nullable(),
  bounds_degrees: boundsDegrees,
  status: z.enum(PRODUCT_STATUSES),
  version: z.string(),
  tags: z.array(tag),
  final: z.boolean(),
  created_at: z.string(),
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  files: z.array(z.object({ ext: z.string(), size: z.number().int(), sha256: z.string() })),
})
export type Product = z.output<typeof product>
