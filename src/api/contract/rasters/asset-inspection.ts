import { z } from 'zod'
import { rasterFinding } from './asset-findings.ts'
import { affine, bounds, boundsDegrees, crsUnit, fileLayout, nodata } from './asset-list.ts'
import { bandClass } from './band-list.ts'
import { scaling } from './scaling.ts'

const PREVIEW_MAX_CHARS = 100_000

/** What the inspection of a submitted raster found. */
const inspectedRaster = z.object({
  width: z.number().int(),
  height: z.number().int(),
  /** EPSG code. */
  crs: z.number().int().nullable(),
  /** Name of the EPSG code; without a code, the name in the file. */
  crs_name: z.string().nullable().default(null),
  bounds,
  bounds_degrees: boundsDegrees,
  crs_unit: crsUnit,
  affine: affine.nullable().default(null),
  data_type: z.string(),
  nodata,
  compression: z.string(),
  cloud_optimized: z.boolean(),
  on_reference_grid: z.boolean(),
  /** Height of a cell. */
  resolution_m: z.number().nullable(),
  as_sent: fileLayout.nullable().default(null),
  bands: z.array(
    z.object({
      band: z.number().int(),
      valid: z.number().int(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      mean: z.number().nullable(),
      sd: z.number().nullable(),
      /** How values are made from what the cells hold, by the scale and offset in the file; missing: they are the same. */
      scaling: scaling.optional(),
      /** Counts of equally wide bins from min to max. */
      histogram: z.array(z.number().int()).nullable(),
      /** The values that occur in a categorical band; null for quantities. */
      classes: z.array(bandClass).nullable().default(null),
    }),
  ),
  /**
   * Band 1 of a raster that was only inspected, in Web Mercator and the colours of viridis or of its classes. Null if it
   * was catalogued, or cannot be drawn.
   */
  preview: z
    .object({
      /** At most 256 pixels per side, in base64; transparent where there is no value. */
      png: z.base64().max(PREVIEW_MAX_CHARS),
      /** West, south, east, north of the picture on WGS 84. */
      bounds,
      /** Values at the ends of viridis: the extremes, or the middle 96 % if they would hide the rest; null for classes. */
      range: z.tuple([z.number(), z.number()]).nullable(),
    })
    .nullable()
    .default(null),
})
export type InspectedRaster = z.output<typeof inspectedRaster>

/** The answer of every call that takes in a raster: whether it is kept, and the findings. */
export const inspection = {
  catalogued: z.boolean(),
  findings: z.array(rasterFinding),
  raster: inspectedRaster,
}
