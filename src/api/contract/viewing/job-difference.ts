import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { jobPath } from '../jobs/job-shapes.ts'
import { SURFACES, type Surface, type SurfaceOn, scaleOf } from '../jobs/output-types.ts'
import { integer } from '../shapes.ts'
import { differenceStatistics } from './viewing.ts'

/** Surfaces of shares: their difference is one of percentage points. */
export type ComparedSurface = Exclude<Surface, SurfaceOn<'people'>>
export const COMPARED_SURFACES = SURFACES.filter((one) => scaleOf(one) !== 'people') as ComparedSurface[]

/** The other job is subtracted from: positive where it has more. */
const pair = { ...jobPath, other: jobPath.id, surface: z.enum(COMPARED_SURFACES) }

export const getJobDifference = defineEndpoint({
  name: 'getJobDifference',
  resource: 'jobs',
  summary: 'Get statistics of the difference between the same surface of two jobs (other minus job)',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/difference/{other}/{surface}',
  record: 'id',
  params: z.object(pair),
  answer: differenceStatistics,
})

export const getJobDifferenceTile = defineEndpoint({
  name: 'getJobDifferenceTile',
  resource: 'jobs',
  summary:
    'Get a map tile of the difference between the same surface of two jobs (256 px, Web Mercator), blue where other is higher',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/difference/{other}/{surface}/tiles/{z}/{x}/{y}',
  rate: 'picture',
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
