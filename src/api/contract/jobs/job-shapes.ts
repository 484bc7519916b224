import { z } from 'zod'
import { jobFigures } from './job-figures.ts'
import {
  OUTPUT_TYPES,
  type PlainSurface,
  SURFACES,
  SURFACE_FACTS,
  type Surface,
  type SurfaceOn,
  scaleOf,
} from './output-types.ts'
import { JOB_ID_REQUIRED } from '../shapes.ts'
import { verdictLevel } from './verdict.ts'
import { tag } from '../projects/tag-list.ts'

export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

export const jobStatus = z.enum(JOB_STATUSES)
export type JobStatus = z.output<typeof jobStatus>

export const jobPath = {
  id: z.coerce
    .number(JOB_ID_REQUIRED)
    .int(JOB_ID_REQUIRED)
    .min(1, JOB_ID_REQUIRED)
    .max(2_147_483_647, JOB_ID_REQUIRED),
}

/** The fields that change while a job runs. */
export const jobProgress = z.object({
  id: z.number().int(),
  submission_id: z.number().int(),
  status: jobStatus,
  step: z.string().nullable(),
  /** 0 to 1. */
  fraction: z.number(),
  /** One readable sentence if the job failed. */
  reason: z.string().nullable(),
  /** 1 is next; null unless pending. */
  queue_position: z.number().int().nullable(),
  attempt: z.number().int(),
})
export type JobProgress = z.output<typeof jobProgress>

/** A map's target, country and survey: of a job, and of the product that it becomes. */
export const layerIdentity = {
  iso3_code: z.string(),
  country: z.string(),
  target: z.string(),
  source: z.string(),
  source_wave: z.string(),
  source_date: z.string().nullable(),
  round: z.string(),
}

export const job = jobProgress.extend({
  job_key: z.string(),
  submission_title: z.string(),
  app_user_id: z.number().int(),
  app_user_name: z.string(),
  /** The author, or the person to whom the submission was handed over: they and admins may cancel it. */
  owner_id: z.number().int(),
  ...layerIdentity,
  /** The survey is marked as simulated. */
  simulated: z.boolean(),
  data_description: z.string(),
  stack_name: z.string(),
  /** Version of the collection named in `stack_name`. */
  stack_version: z.number().int(),
  method: z.string(),
  /** The given national prevalence that the maps are raked to, as a fraction. */
  rake_to: z.number().nullable(),
  /** How many admin units are raked to given prevalences. */
  raked_units: z.number().int(),
  tags: z.array(tag),
  final: z.boolean(),
  /** The job that replaced this one as final. */
  superseded_by: z.number().int().nullable(),
  all_adm_pass: z.boolean().nullable(),
  is_overfit: z.boolean().nullable(),
  verdict: verdictLevel.nullable(),
  ...jobFigures,
  datetime_submitted: z.string(),
  datetime_started: z.string().nullable(),
  datetime_finished: z.string().nullable(),
})
export type Job = z.output<typeof job>

/** What changes about a job while lists show it: the payload of the live events. */
export const jobChange = jobProgress.extend(
  job.pick({ tags: true, final: true, all_adm_pass: true, is_overfit: true, verdict: true }).shape,
)
export type JobChange = z.output<typeof jobChange>

const surfaceSummary = z.object({
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  /** Counts of equally wide bins from min to max. */
  histogram: z.array(z.number().int()),
})

/** Of numbers of people, `max` and the histogram end at the 98th percentile, which holds all above. */
const countSummary = surfaceSummary.extend({
  /** The greatest value. */
  highest: z.number(),
})

type Summary<S extends Surface> = S extends SurfaceOn<'people'> ? typeof countSummary : typeof surfaceSummary
const surfaceSummaries = Object.fromEntries(
  SURFACES.map((surface) => {
    const summary = scaleOf(surface) === 'people' ? countSummary : surfaceSummary
    return [surface, SURFACE_FACTS[surface].needs === null ? summary : summary.optional()]
  }),
) as { [S in Surface]: S extends PlainSurface ? Summary<S> : z.ZodOptional<Summary<S>> }

export const jobReport = job.extend({
  /** Its submission's title and what distinguishes it from the submission's other jobs. */
  run_name: z.string().optional(),
  layer: z.record(z.string(), z.unknown()),
  /** The names of the records that `layer` has by id, by their columns; null for one that was deleted. */
  names: z.record(z.string(), z.string().nullable()).default({}),
  /** Which of them were removed, and when, by their columns. */
  removed: z.record(z.string(), z.object({ name: z.string(), removed_at: z.string() })).default({}),
  note: z.string().nullable(),
  /** West, south, east, north in degrees; null until there are maps. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  surfaces: z.object(surfaceSummaries).nullable(),
  outputs: z.array(
    z.object({
      type: z.enum(OUTPUT_TYPES),
      name: z.string(),
      media_type: z.string(),
      size: z.number().int(),
      sha256: z.string(),
    }),
  ),
  place_groups: z.array(
    z.object({ version_id: z.number().int(), place_type: z.string(), version: z.string() }),
  ),
  /** In the collection's order, as this layer uses them: of a series of years, one. */
  covariates: z
    .array(
      z.object({
        name: z.string(),
        band: z.string(),
        year: z.number().int().nullable(),
        /** The years to choose from; empty for a covariate of a single band. */
        years: z.array(z.number().int()),
      }),
    )
    .default([]),
  /** diagnostics.json of the job; null until it is completed. */
  diagnostics: z.unknown().nullable(),
})
export type JobReport = z.output<typeof jobReport>
