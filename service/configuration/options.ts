/** Bounds and defaults of a layer's numbers; `whole` ones take no fraction. */
export const NUMBER_OPTIONS = {
  folds: { from: 2, to: 20, whole: true, fallback: 10 },
  draws: { from: 100, to: 2000, whole: true, fallback: 500 },
  seed: { from: 0, to: 2 ** 31 - 1, whole: true, fallback: 1 },
  overfit_gap: { from: 0, to: 1, whole: false, fallback: 0.2 },
  adm_min_clusters: { from: 2, to: 1000, whole: true, fallback: 10 },
} as const
export const BLOCK_KM = { from: 1, to: 2000 } as const

export const METHODS = ['auto', 'gp'] as const
/** Named by the design, not offered by this version. */
export const LATER_METHODS = ['gam', 'gbm', 'stack'] as const

export const TEXT_LENGTHS = {
  target: 100,
  source: 100,
  source_wave: 100,
  round: 100,
  data_description: 500,
  survey: 255,
  stack_name: 200,
  population_band: 200,
  place_group_version: 100,
  cluster: 200,
  longitude: 200,
  latitude: 200,
  numerator: 200,
  denominator: 200,
  weight: 200,
  stratum: 200,
  urban: 200,
} as const

export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 50
