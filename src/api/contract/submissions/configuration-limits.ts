export const CONFIGURATION_MAX_BYTES = 5 * 2 ** 20
export const CONFIGURATION_MAX_ROWS = 1000
export const POINTS_MAX_BYTES = 50 * 2 ** 20
export const POINTS_ENDINGS = ['.csv', '.tsv', '.txt', '.xlsx', '.dta']
/** Clusters of a points file; the limit of the engine. */
export const POINTS_MAX_ROWS = 60_000
/** Rows of a points file with a row per person. */
export const PEOPLE_MAX_ROWS = 500_000
