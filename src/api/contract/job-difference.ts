import { z } from 'zod'
import { READERS, defineEndpoint } from './endpoint.ts'
import { SURFACES, jobPath } from './job-shapes.ts'
import { integer } from './shapes.ts'

/** Surfaces of shares: their difference is one of percentage points. */
const comparedSurface = z.enum(SURFACES).exclude(['people'])
export type ComparedSurface = z.output<typeof comparedSurface>

/** The other job is subtracted from: positive where it has more. */
const pair = { ...jobPath, other: jobPath.id, surface: comparedSurface }

export const getJobDifference = defineEndpoint({
  name: 'getJobDifference',
  resource: 'jobs',
  summary: 'Statistics of the difference between the same surface of two jobs: other minus job',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/difference/{other}/{surface}',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: 'id',
  params: z.object(pair),
  answer: z.object({
    /** Cells of the job that have a value in both. */
    cells: z.number().int(),
    /** Cells with a value in one of them only; cells beyond the job's own grid are not counted. */
    only_one: z.number().int(),
    mean: z.number(),
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
  }),
})

export const getJobDifferenceTile = defineEndpoint({
  name: 'getJobDifferenceTile',
  resource: 'jobs',
  summary:
    'A 256 px Web Mercator picture of the difference between the same surface of two jobs, blue where the other has more',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/difference/{other}/{surface}/tiles/{z}/{x}/{y}',
  access: READERS,
  scope: 'read',
  rate: 'picture',
  audit: null,
  record: 'id',
  params: z.object({
    ...pair,
    z: integer.min(0).max(22),
    x: integer.min(0).max(4_194_303),
    y: integer.min(0).max(4_194_303),
  }),
  query: z.strictObject({
    /** The ramp runs from minus to plus this difference. */
    limit: z.coerce.number().positive().max(1e12),
  }),
  answer: 'file',
})
