import { z } from 'zod'
import { DOWNLOAD_TIMEOUT_MS, READERS, defineEndpoint } from '../endpoint.ts'
import { OUTPUT_TYPES, SURFACES, RAMPS, jobPath } from './job-shapes.ts'
import { integer, listOf } from '../shapes.ts'

export const downloadJob = defineEndpoint({
  name: 'downloadJob',
  resource: 'jobs',
  summary: 'Download an output of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/download/{type}',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: 'download',
  record: 'id',
  detail: 'type',
  params: z.object({ ...jobPath, type: z.enum(OUTPUT_TYPES) }),
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})

export const listJobAdmData = defineEndpoint({
  name: 'listJobAdmData',
  resource: 'jobs',
  summary: 'Get the observed and modelled value of each admin unit of a job',
  method: 'GET',
  path: '/modeling/v1/jobs/layer-tracker/{id}/adm-data',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: 'id',
  params: z.object(jobPath),
  answer: listOf(
    z.object({
      level: z.number().int(),
      code: z.string(),
      name: z.string(),
      clusters: z.number().int(),
      observed: z.number().nullable(),
      observed_lower: z.number().nullable(),
      observed_upper: z.number().nullable(),
      modelled: z.number().nullable(),
      modelled_lower: z.number().nullable(),
      modelled_upper: z.number().nullable(),
      z: z.number().nullable(),
      pass: z.boolean().nullable(),
      /** In the unit, by the population band; null without one, like those affected. */
      people: z.number().nullable(),
      affected: z.number().nullable(),
      affected_lower: z.number().nullable(),
      affected_upper: z.number().nullable(),
      /** Probability that prevalence exceeds the layer's threshold; null without one. */
      exceedance: z.number().nullable(),
      /** Median rank by prevalence within the level, 1 the highest, with its 95 % interval. */
      rank: z.number().nullable(),
      rank_lower: z.number().nullable(),
      rank_upper: z.number().nullable(),
      /** Probability of being the unit with the highest prevalence of its level. */
      highest: z.number().nullable(),
      /** Probability of being among the highest, or the lowest, fifth of the level's modelled units, rounded up. */
      highest_fifth: z.number().nullable(),
      lowest_fifth: z.number().nullable(),
    }),
  ),
})

export const getJobClusters = defineEndpoint({
  name: 'getJobClusters',
  resource: 'jobs',
  summary: 'Get the clusters of a job as GeoJSON: observed, fitted, and predicted from block folds',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/clusters',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: 'id',
  params: z.object(jobPath),
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
  access: READERS,
  scope: 'read',
  rate: 'picture',
  audit: null,
  record: 'id',
  params: z.object({
    ...jobPath,
    surface: z.enum(SURFACES),
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    ramp: z.enum(RAMPS).default('viridis'),
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
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: 'id',
  params: z.object(jobPath),
  query: z.strictObject({
    longitude: z.coerce.number().min(-180).max(180),
    latitude: z.coerce.number().min(-90).max(90),
  }),
  answer: z.object({
    mean: z.number().nullable(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    width: z.number().nullable(),
    /** Null also for layers without a threshold. */
    exceedance: z.number().nullable(),
    /** Null also for layers without a population. */
    people: z.number().nullable().optional(),
  }),
})
