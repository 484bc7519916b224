/** Clusters on a map at most: more only cover each other, and take a long time to arrive. */
export const MAPPED_CLUSTERS = 10_000
/** Of each survey on a map of many. */
export const MAPPED_OF_EACH = 1000
