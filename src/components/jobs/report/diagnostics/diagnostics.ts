import { z } from 'zod'
import { verdictLevel } from '#contract/jobs/verdict.ts'

/** Every field may be missing or malformed: unreadable ones are omitted, the rest is shown. */
const number = z.number().optional().catch(undefined)
const numbers = z.array(z.number()).catch([])

const metrics = z
  .object({
    r2: number,
    rmse: number,
    mae: number,
    brier: number,
    lpd: number,
    crps: number,
    coverage_50: number,
    coverage_80: number,
    coverage_95: number,
    rmse_pooled: number,
    expected_coverage_50: number,
    expected_coverage_80: number,
    expected_coverage_95: number,
  })
  // R² and the other figures are over all clusters; `rmse` is a mean over folds.
  .transform((metrics) => ({ ...metrics, rmse: metrics.rmse_pooled }))
  .optional()
  .catch(undefined)
export type Metrics = NonNullable<z.output<typeof metrics>>

const figure = z.number().nullable().catch(null)
const national = z
  .object({
    clusters: z.number(),
    observed: figure,
    observed_lower: figure,
    observed_upper: figure,
    modelled: figure,
    modelled_lower: figure,
    modelled_upper: figure,
    people: figure,
    affected: figure,
    affected_lower: figure,
    affected_upper: figure,
    exceedance: figure,
    raked_to: figure,
    unraked: figure,
  })
  .optional()
  .catch(undefined)

const together = z
  .object({ units: z.number(), chi_squared: z.number(), p_value: z.number() })
  .nullish()
  .catch(undefined)
export type UnitTest = NonNullable<z.output<typeof together>>

const tested = z.object({ tested: z.number(), passed: z.number(), together }).optional().catch(undefined)
const reliability = z.object({ predicted: numbers, observed: numbers, people: numbers })
export type Reliability = z.output<typeof reliability>

const foldScores = z.object({ lpd: numbers, squared_error: numbers })

const envelope = z
  .object({
    simulations: z.number(),
    lower: numbers,
    upper: numbers,
    outside: z.number(),
    simulations_as_far: z.number(),
  })
  .nullable()
  .catch(null)
export type Envelope = NonNullable<z.output<typeof envelope>>

const summary = z.object({ mean: z.number(), lower: z.number(), upper: z.number() })
const sensitive = z
  .object({ level: z.number(), name: z.string().nullable(), before: summary, after: summary })
  .nullable()
  .catch(null)

const verdict = z
  .object({
    level: verdictLevel,
    criteria: z.array(
      z.object({
        level: verdictLevel.exclude(['none']),
        name: z.enum([
          'precision',
          'separation',
          'direct',
          'coverage',
          'units',
          'national',
          'covariates',
          'overfit',
          'extrapolation',
          'towns',
        ]),
        value: z.number().nullable(),
        limit: z.number(),
        met: z.boolean(),
      }),
    ),
  })
  .optional()
  .catch(undefined)
export type Verdict = NonNullable<z.output<typeof verdict>>
export type Criterion = Verdict['criteria'][number]

const schema = z.object({
  train: metrics,
  cv_random: metrics,
  cv_block: metrics,
  cv_block_without_covariates: metrics,
  overfitting: z
    .object({ gap: figure, lpd_loss: z.number(), standard_error: z.number(), p_value: z.number() })
    .nullish()
    .catch(undefined),
  fold_sizes: z.object({ cv_random: numbers, cv_block: numbers }).optional().catch(undefined),
  fold_scores: z.object({ cv_random: foldScores, cv_block: foldScores }).optional().catch(undefined),
  national,
  raked_units: z
    .array(z.object({ level: z.number(), name: z.string(), raked_to: z.number(), unraked: z.number() }))
    .catch([]),
  adm1: tested,
  adm2: tested,
  parameters: z.record(z.string(), z.unknown()).catch({}),
  variogram: z
    .object({
      clusters: figure,
      distance_km: numbers,
      pairs: numbers,
      empirical: numbers,
      fitted: numbers,
      envelope,
    })
    .nullish()
    .catch(undefined),
  prior_sensitivity: z
    .array(
      z.object({
        variance_factor: z.number(),
        length_scale_factor: z.number(),
        national: sensitive,
        unit_mean: sensitive,
        unit_interval: sensitive,
      }),
    )
    .catch([]),
  importance: z.array(z.object({ name: z.string(), rmse_increase: z.number() })).catch([]),
  pit: z.object({ cv_random: numbers, cv_block: numbers }).optional().catch(undefined),
  reliability: z.object({ cv_random: reliability, cv_block: reliability }).optional().catch(undefined),
  verdict,
  findings: z.array(z.object({ kind: z.string(), message: z.string() })).catch([]),
  seconds: number,
  peak_memory_mb: number,
})
export type Diagnostics = z.output<typeof schema>

export const readDiagnostics = (value: unknown): Diagnostics | null => schema.safeParse(value).data ?? null

const coefficients = z
  .array(
    z.object({
      name: z.string(),
      mean: z.number(),
      sd: z.number(),
      /** Ends of the 95 % interval. */
      lower: z.number(),
      upper: z.number(),
      /** `log`: of the covariate's logarithm. */
      transform: z.enum(['none', 'log']),
    }),
  )
  .catch([])
export const readCoefficients = (parameters: Diagnostics['parameters']) =>
  coefficients.parse(parameters['coefficients'])

const pair = z.tuple([z.number(), z.number()]).nullish().catch(undefined)

const intervals = z
  .object({ variance: pair, length_scale_km: pair, range_km: pair, cluster_variance: pair })
  .nullable()
  .catch(null)
/** 95 % intervals by parameter; null: the fit has none. */
export function readIntervals(parameters: Diagnostics['parameters']) {
  const read = intervals.parse(parameters['intervals'])
  return read && { ...read, intercept: pair.parse(parameters['intercept_interval']) }
}

const curve = z.object({
  name: z.string(),
  sd: z.number(),
  sd_interval: pair,
  edf: z.number(),
  x: numbers,
  mean: numbers,
  lower: numbers,
  upper: numbers,
})
export type Curve = z.output<typeof curve>
/** Nonlinear effects of covariates; none for a linear mean. */
export const readCurves = (parameters: Diagnostics['parameters']): Curve[] =>
  z.array(curve).catch([]).parse(parameters['curves'])

/** Otherwise nothing explains the map but where places are. */
export const hasCovariates = ({ importance, parameters }: Diagnostics) =>
  importance.length > 0 || readCoefficients(parameters).length > 0

export const FOLDS = [
  { key: 'train', label: 'Training data' },
  { key: 'cv_random', label: 'Random folds' },
  { key: 'cv_block', label: 'Block folds' },
] as const
