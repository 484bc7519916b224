export const CONFIGURATION_MAX_BYTES = 5 * 2 ** 20
export const CONFIGURATION_MAX_ROWS = 1000
export const POINTS_MAX_BYTES = 50 * 2 ** 20
export const POINTS_MAX_ROWS = 60_000
/** Clusters with values of every covariate; the limit of the engine. */
export const LAYER_MAX_CLUSTERS = 3000
