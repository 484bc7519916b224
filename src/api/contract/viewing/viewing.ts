import { z } from 'zod'
import { READERS, defineEndpoint } from '../endpoint.ts'
import { SURFACES } from '../jobs/output-types.ts'
import { integer } from '../shapes.ts'

/** A stored raster: `band-12` of the Band Catalog, or an output of a job, `job-7-mean`. */
export const rasterName = z
  .string()
  .regex(
    new RegExp(`^(?:band-[1-9]\\d{0,8}|job-[1-9]\\d{0,8}-(?:${SURFACES.join('|')}))$`),
    'band-12 for a band, job-7-mean for an output of a job',
  )
export type RasterName = z.output<typeof rasterName>

const LONGITUDE = String.raw`-?(?:180|1[0-7]\d|\d{1,2})(?:\.\d{1,8})?`
const LATITUDE = String.raw`-?(?:90|[1-8]?\d)(?:\.\d{1,8})?`
const VERTEX = `${LONGITUDE},${LATITUDE}`
export const MOST_VERTICES = 50
/** `longitude,latitude;longitude,latitude`, in degrees. */
const linePattern = new RegExp(`^${VERTEX}(?:;${VERTEX}){1,${MOST_VERTICES - 1}}$`)

export const MOST_PROFILES = 4

const shared = {
  resource: 'viewing',
  method: 'GET',
  access: READERS,
  scope: 'read',
  audit: null,
  record: null,
} as const

export const getRasterPercentiles = defineEndpoint({
  ...shared,
  name: 'getRasterPercentiles',
  summary: 'Get percentiles of the values of a band or an output, for the range of its colours',
  path: '/raster/v1/percentiles',
  rate: 'read',
  query: z.strictObject({ raster: rasterName }),
  answer: z.object({
    p2: z.number(),
    p5: z.number(),
    p95: z.number(),
    p98: z.number(),
    /** That were read and have a value. */
    cells: z.number().int(),
    /** False: computed from an overview, because the raster itself has more than four million cells. */
    exact: z.boolean(),
  }),
})

export const getRasterProfile = defineEndpoint({
  ...shared,
  name: 'getRasterProfile',
  summary: 'Get the values of up to four bands or outputs along a line',
  path: '/raster/v1/profile',
  rate: 'read',
  query: z.strictObject({
    raster: z.preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(rasterName).min(1).max(MOST_PROFILES),
    ),
    /** From vertex to vertex the short way, across 180° if need be. */
    line: z.string().max(2000).regex(linePattern, 'longitude,latitude;longitude,latitude in degrees'),
    /** Equally far from each other, from the first vertex to the last. */
    points: integer.min(2).max(1000).default(200),
  }),
  answer: z.object({
    length_km: z.number(),
    points: z.array(z.object({ distance_km: z.number(), longitude: z.number(), latitude: z.number() })),
    /** In the order of the query; null where there is no value. */
    rasters: z.array(z.object({ raster: z.string(), values: z.array(z.number().nullable()) })),
  }),
})
export type Profile = z.output<typeof getRasterProfile.answer>

export const differenceStatistics = z.object({
  /** Cells of the first raster that have a value in both. */
  cells: z.number().int(),
  /** Cells with a value in one of them only, where the two overlap. */
  only_one: z.number().int(),
  /** Cells whose two values are not the same. */
  differing: z.number().int(),
  mean: z.number(),
  /** Divided by the number of cells, as in GDAL. */
  sd: z.number(),
  mean_absolute: z.number(),
  root_mean_square: z.number(),
  min: z.number(),
  max: z.number(),
  /** The middle 90 %. */
  p05: z.number(),
  p95: z.number(),
  /** Pearson's, of the two surfaces; null if one of them is constant. */
  correlation: z.number().nullable(),
  /** Counts of equally wide bins from min to max. */
  histogram: z.array(z.number().int()),
  /** False: the other raster is read at the centres of the first one's cells, nearest neighbour. */
  same_grid: z.boolean(),
  /** Cells of the first raster, per side, that one compared cell stands for; 1 is full resolution. */
  step: z.number(),
})

/** Other minus one: positive where the other has more. */
const pair = { one: rasterName, other: rasterName }

export const getRasterDifference = defineEndpoint({
  ...shared,
  name: 'getRasterDifference',
  summary: 'Get statistics of the difference between two overlapping bands or outputs (other minus one)',
  path: '/raster/v1/difference',
  rate: 'read',
  query: z.strictObject(pair),
  answer: differenceStatistics,
})

export const getRasterDifferenceTile = defineEndpoint({
  ...shared,
  name: 'getRasterDifferenceTile',
  summary:
    'Get a map tile of the difference between two bands or outputs (256 px, Web Mercator), blue where other is higher',
  path: '/raster/v1/difference/tiles/{z}/{x}/{y}',
  rate: 'picture',
  params: z.object({
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    ...pair,
    /** The ramp runs from minus to plus this difference. */
    limit: z.coerce.number().positive().max(1e12),
  }),
  answer: 'file',
})
