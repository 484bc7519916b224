import { z } from 'zod'
import { bounds } from '../rasters/asset-list.ts'
import { READERS, defineEndpoint } from '../endpoint.ts'
import { jobPath } from '../jobs/job-shapes.ts'
import { RAMPS } from '../rasters/ramps.ts'
import { SURFACES } from '../jobs/output-types.ts'
import { id } from '../shapes.ts'

/** TileJSON 3.0.0; `scale` is ours: the colours of values, so that a client can draw a legend. */
const tileJson = z.object({
  tilejson: z.literal('3.0.0'),
  name: z.string(),
  description: z.string(),
  attribution: z.string(),
  scheme: z.literal('xyz'),
  tiles: z.array(z.string()).min(1),
  minzoom: z.number().int().min(0).max(22),
  maxzoom: z.number().int().min(0).max(22),
  bounds,
  center: z.tuple([z.number(), z.number(), z.number()]),
  /** In words: 'Height (m): 0 #440154, …'. */
  legend: z.string(),
  scale: z.object({
    /** 'classes': the values that occur, each in the colour of the raster's palette. */
    ramp: z.enum([...RAMPS, 'classes']),
    unit: z.string(),
    stops: z.array(z.object({ value: z.number(), colour: z.string() })),
  }),
})
export type TileJson = z.output<typeof tileJson>

const look = z.strictObject({
  /** Default: the colours of its classes if a band has a palette, else viridis. */
  ramp: z.enum(RAMPS).optional(),
  min: z.coerce.number().optional(),
  max: z.coerce.number().optional(),
})

const reads = {
  resource: 'tilejson',
  method: 'GET',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: 'id',
  query: look,
  answer: tileJson,
  standard: 'TileJSON 3.0.0',
} as const

export const getBandTileJson = defineEndpoint({
  ...reads,
  name: 'getBandTileJson',
  summary:
    'Get the TileJSON of a band: the address of its tiles, their zooms and bounds, and the legend of its colours',
  path: '/raster/v1/bands/{id}/tilejson',
  params: z.object({ id }),
})

export const getJobTileJson = defineEndpoint({
  ...reads,
  name: 'getJobTileJson',
  summary: 'Get the TileJSON of a surface of a completed job',
  path: '/modeling/v1/jobs/{id}/tilejson/{surface}',
  params: z.object({ ...jobPath, surface: z.enum(SURFACES) }),
})
