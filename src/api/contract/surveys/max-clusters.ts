import { integer } from '../shapes.ts'

/** At most this many clusters, evenly from the file; all without it. */
export const maxClusters = integer.min(1).optional()
