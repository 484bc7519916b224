import { z } from 'zod'
import { DOWNLOAD_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { admUnit } from './adm-unit.ts'
import { jobPath } from './job-shapes.ts'
import { OUTPUT_TYPES, SURFACES, type Surface } from './output-types.ts'
import { RAMPS } from '../rasters/ramps.ts'
import { integer, listOf } from '../shapes.ts'
import { maxClusters } from '../surveys/max-clusters.ts'

export const downloadJob = defineEndpoint({
  name: 'downloadJob',
  resource: 'jobs',
  summary: 'Download an output of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/download/{type}',
  audit: 'download',
  record: 'id',
  detail: 'type',
  params: z.object({ ...jobPath, type: z.enum(OUTPUT_TYPES) }),
  answer: 'file',
  byBlocks: true,
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const listJobAdmData = defineEndpoint({
  name: 'listJobAdmData',
  resource: 'jobs',
  summary: 'Get the observed and modelled value of each admin unit of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/layer-tracker/{id}/adm-data',
  record: 'id',
  params: z.object(jobPath),
  answer: listOf(admUnit),
})

export const getJobClusters = defineEndpoint({
  name: 'getJobClusters',
  resource: 'jobs',
  summary: 'Get the clusters of a job as GeoJSON: observed, fitted, and predicted from block folds',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/clusters',
  record: 'id',
  params: z.object(jobPath),
  query: z.strictObject({ max: maxClusters }),
  answer: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
        properties: z.object({
          cluster: z.string(),
          numerator: z.number(),
          denominator: z.number(),
          observed: z.number(),
          fitted: z.number().nullable(),
          /** Predicted share with the 95 % interval of the observed one, from the folds without its block. */
          held_out: z.number().nullable(),
          held_out_lower: z.number().nullable(),
          held_out_upper: z.number().nullable(),
        }),
      }),
    ),
  }),
})

export const getJobTile = defineEndpoint({
  name: 'getJobTile',
  resource: 'jobs',
  summary: 'Get a map tile of a surface of a job (256 px, Web Mercator)',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/tiles/{surface}/{z}/{x}/{y}',
  rate: 'picture',
  record: 'id',
  params: z.object({
    ...jobPath,
    surface: z.enum([...SURFACES, 'extrapolated']),
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    /** `hatch` and `counter-hatch`: lines over the cells between `min` and `max`, nothing elsewhere. */
    ramp: z.enum([...RAMPS, 'hatch', 'counter-hatch']).default('viridis'),
    min: z.coerce.number(),
    max: z.coerce.number(),
  }),
  answer: 'file',
})

export const getJobValue = defineEndpoint({
  name: 'getJobValue',
  resource: 'jobs',
  summary: 'Get the values of all surfaces of a job at a point',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/value',
  record: 'id',
  params: z.object(jobPath),
  query: z.strictObject({
    longitude: z.coerce.number().min(-180).max(180),
    latitude: z.coerce.number().min(-90).max(90),
  }),
  /** Null also for what the layer does not have. */
  answer: z.object(
    Object.fromEntries(SURFACES.map((surface) => [surface, z.number().nullable()])) as Record<
      Surface,
      z.ZodNullable<z.ZodNumber>
    >,
  ),
})
