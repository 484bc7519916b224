import { z } from 'zod'

/** Cross-validated on random and on block folds; coverage is of 95 % intervals. Null until a job is completed. */
export const JOB_METRICS = [
  'r2_random',
  'r2_block',
  'rmse_random',
  'rmse_block',
  'lpd_random',
  'lpd_block',
  'coverage_random',
  'coverage_block',
] as const

/** Seconds of computation, and the numbers that the configuration sets. */
export const JOB_PARAMETERS = ['duration_s', 'seed', 'folds', 'draws'] as const

export const JOB_FIGURES = [...JOB_METRICS, ...JOB_PARAMETERS] as const
export type JobFigure = (typeof JOB_FIGURES)[number]

const forEach = <N extends string, S>(names: readonly N[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>

export const jobFigures = forEach(JOB_FIGURES, z.number().nullable())

/** A number or its digits; nothing, `true`, null and lists, which JavaScript would convert to numbers, are rejected. */
const bound = z.preprocess(
  (value) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? value : Number.NaN,
  z.coerce.number().min(-1e12).max(1e12),
)

/** Both ends inclusive. */
export const figureRanges = forEach(
  JOB_FIGURES.flatMap((figure) => [`${figure}_min` as const, `${figure}_max` as const]),
  bound.optional(),
)
