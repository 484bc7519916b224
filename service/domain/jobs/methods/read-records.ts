import { z } from 'zod'

/** Documents of earlier versions lack fields: what is missing or unreadable is null or empty. */
const number = z.number().nullable().catch(null)
const words = z.string().nullable().catch(null)

const metrics = z
  .object({
    r2: number,
    rmse: number,
    rmse_pooled: number,
    mae: number,
    brier: number,
    lpd: number,
    crps: number,
    coverage_50: number,
    coverage_80: number,
    coverage_95: number,
    expected_coverage_50: number,
    expected_coverage_80: number,
    expected_coverage_95: number,
  })
  .nullable()
  .catch(null)
export type Metrics = NonNullable<z.output<typeof metrics>>

const unitTest = z.object({ units: z.number(), chi_squared: z.number(), p_value: z.number() })
const tally = z
  .object({ tested: z.number(), passed: z.number(), together: unitTest.nullable().catch(null) })
  .nullable()
  .catch(null)

const ends = z.tuple([z.number(), z.number()]).nullable().catch(null)
const coefficient = z.object({
  name: z.string(),
  mean: z.number(),
  sd: z.number(),
  lower: number,
  upper: number,
  transform: z.string().catch('none'),
})
const curve = z.object({ name: z.string(), edf: number })

const parameters = z
  .looseObject({
    method: words,
    likelihood: words,
    overdispersion: number,
    uses_density: z.boolean().catch(false),
    density_gain: number,
    density_gain_se: number,
    curves_gain: number,
    curves_gain_se: number,
    overdispersion_gain: number,
    overdispersion_gain_se: number,
    clusters: number,
    variance: number,
    prior_variance_mean: number,
    intervals: z
      .object({ variance: ends, length_scale_km: ends, range_km: ends, cluster_variance: ends })
      .nullish()
      .catch(undefined),
    intercept_interval: ends,
    length_scale_km: number,
    range_km: number,
    cluster_variance: number,
    intercept: number,
    coefficients: z.array(coefficient).catch([]),
    curves: z.array(curve).catch([]),
    urban_share: number,
    sampled_urban_share: number,
    raking_shift: number,
    folds: number,
    block_folds: number,
    block_km: number,
    draws: number,
  })
  .nullable()
  .catch(null)
export type Parameters = NonNullable<z.output<typeof parameters>>

const prevalence = z.object({ mean: z.number(), lower: z.number(), upper: z.number() })
const sensitivity = z.object({
  variance_factor: z.number(),
  length_scale_factor: z.number(),
  national: z.object({ before: prevalence, after: prevalence }).nullable().catch(null),
})

const diagnostics = z.object({
  train: metrics,
  cv_random: metrics,
  cv_block: metrics,
  cv_block_without_covariates: metrics,
  overfitting: z
    .object({ lpd_loss: z.number(), standard_error: z.number(), p_value: z.number() })
    .nullable()
    .catch(null),
  national: z
    .object({
      clusters: number,
      observed: number,
      observed_lower: number,
      observed_upper: number,
      modelled: number,
      modelled_lower: number,
      modelled_upper: number,
      people: number,
      affected: number,
      affected_lower: number,
      affected_upper: number,
      raked_to: number,
      unraked: number,
    })
    .nullable()
    .catch(null),
  raked_units: z.array(z.object({ name: z.string(), raked_to: z.number() })).catch([]),
  adm1: tally,
  adm2: tally,
  parameters,
  prior_sensitivity: z.array(sensitivity).catch([]),
  findings: z.array(z.object({ kind: z.string(), message: z.string() })).catch([]),
})
export type ReadDiagnostics = z.output<typeof diagnostics>
export const readDiagnostics = (value: unknown): ReadDiagnostics =>
  diagnostics.catch(diagnostics.parse({})).parse(value)

const file = { name: z.string(), sha256: z.string() }
const raster = z.object({
  ...file,
  band: number,
  year: number,
  unit: words,
  source: words,
  description: words,
  url: words,
  resolution_m: number,
})
export type Raster = z.output<typeof raster>

const provenance = z.object({
  software: z
    .object({ name: z.string(), version: z.string(), commit: words, build: words, node: words })
    .nullable()
    .catch(null),
  inputs: z
    .object({
      points: z.object(file).nullable().catch(null),
      covariates: z.array(raster).catch([]),
      population: raster.nullable().catch(null),
      place_groups: z
        .array(
          z.object({
            place_type: z.string(),
            version: z.string(),
            units: z.number(),
            sha256: z.string(),
          }),
        )
        .catch([]),
    })
    .catch({ points: null, covariates: [], population: null, place_groups: [] }),
  counts: z.record(z.string(), z.number()).catch({}),
})
export type ReadProvenance = z.output<typeof provenance>
export const readProvenance = (value: unknown): ReadProvenance =>
  provenance.catch(provenance.parse({})).parse(value)
