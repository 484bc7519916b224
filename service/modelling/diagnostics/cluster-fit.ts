import type { Random } from '../numerics/random.ts'

/** What a variogram needs of a fit: values at its clusters, on the logit scale. */
export interface ClusterFit {
  /** Sphere points, three values per cluster. */
  points: Float64Array
  /** X·b. */
  linear: Float64Array
  /** X·b + g(s) + cluster effect. */
  latent: Float64Array
  sd: number
  clusterSd: number
  overdispersion: number
  /** Correlation of the surface at a distance. */
  correlation: (distanceKm: number) => number
  /** A surface of the fit's parameters at the clusters, apart from the data. */
  simulateSurface: (random: Random) => Float64Array
}
