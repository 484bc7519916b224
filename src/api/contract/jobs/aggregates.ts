import { z } from 'zod'
import { READERS, defineEndpoint } from '../endpoint.ts'
import { id, visibleName } from '../shapes.ts'
import { admUnit } from './adm-unit.ts'
import { jobPath } from './job-shapes.ts'

export const AGGREGATE_STATUSES = ['received', 'writing', 'ready', 'failed'] as const
export type AggregateStatus = (typeof AGGREGATE_STATUSES)[number]

/** For so long after they were requested, figures can be read. */
export const AGGREGATE_HOURS = 24

export const MAX_AREAS = 1000
/** Of all outlines in one call. */
export const MAX_POSITIONS = 20_000

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const ring = z
  .array(position)
  .min(4)
  .refine((all) => all[0]?.join() === all.at(-1)?.join(), {
    error: 'a ring that ends where it begins',
  })
const polygon = z.array(ring).min(1)
const geometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Polygon'), coordinates: polygon }),
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1) }),
])
const positionsIn = ({ type, coordinates }: z.output<typeof geometry>) =>
  (type === 'Polygon' ? coordinates : coordinates.flat()).reduce((sum, { length }) => sum + length, 0)

export const aggregateAreas = z
  .array(z.strictObject({ code: visibleName, name: visibleName, geometry }))
  .min(1)
  .max(MAX_AREAS)
  .refine((all) => all.reduce((sum, one) => sum + positionsIn(one.geometry), 0) <= MAX_POSITIONS, {
    error: `at most ${MAX_POSITIONS} positions in all; simplify the outlines`,
  })

const outlines = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('layer') }),
  z.strictObject({ kind: z.literal('version'), id }),
  /** Drawn or from a file; a cell counts for the first that contains its centre. */
  z.strictObject({ kind: z.literal('areas'), areas: aggregateAreas }),
])

/** A share above 0 and below 1. */
const prevalence = z.number().gt(0).lt(1)

const request = z.strictObject({
  /** `layer`: the units of the layer; `version`: of a place group. */
  outlines: outlines.default({ kind: 'layer' }),
  /** Units that count as one, by their codes; all others stay. */
  unions: z
    .array(z.strictObject({ name: visibleName, codes: z.array(visibleName).min(1).max(MAX_AREAS) }))
    .max(MAX_AREAS)
    .default([]),
  /** Whose people weigh prevalence; null: all cells weigh the same. Without it, as in the layer. */
  population_band_id: id.nullable().optional(),
  exceedance_threshold: prevalence.nullable().optional(),
  /** National prevalence that the surface is raked to; null: not raked. Without it, as in the layer. */
  rake_to: prevalence.nullable().optional(),
})
export type AggregateRequest = z.output<typeof request>

const aggregate = z.object({
  id: z.number().int(),
  job_id: z.number().int(),
  status: z.enum(AGGREGATE_STATUSES),
  /** Null unless it is in progress. */
  fraction: z.number().min(0).max(1).nullable(),
  /** One sentence if it failed. */
  reason: z.string().nullable(),
  /** Null until they are ready. */
  units: z.array(admUnit).nullable(),
  exceedance_threshold: z.number().nullable(),
  created_at: z.string(),
})
export type Aggregate = z.output<typeof aggregate>

const path = '/modeling/v1/jobs/{id}/aggregate'
const params = z.object({ ...jobPath, aggregate: id })
const common = { resource: 'aggregates', recordKind: 'jobs', record: 'id' } as const

export const requestAggregate = defineEndpoint({
  ...common,
  name: 'requestAggregate',
  summary:
    'Create figures of other units from the posterior of a completed job: other outlines, population, threshold or raking, without a new fit',
  method: 'POST',
  path,
  access: READERS,
  audit: 'request-aggregate',
  params: z.object(jobPath),
  body: request,
  answer: aggregate,
})

export const getAggregate = defineEndpoint({
  ...common,
  name: 'getAggregate',
  summary: 'Get figures that you requested: their progress, then the units as in adm.csv',
  method: 'GET',
  path: `${path}/{aggregate}`,
  params,
  answer: aggregate,
})

export const downloadAggregate = defineEndpoint({
  ...common,
  name: 'downloadAggregate',
  summary: 'Download figures that you requested as CSV, with the columns of adm.csv, within a day',
  method: 'GET',
  path: `${path}/{aggregate}/file`,
  audit: 'download',
  params,
  answer: 'file',
})
