import { matern1 } from '../components/matern.ts'
import { surfaceAt } from '../inference/field.ts'
import type { LatticeFit } from '../inference/lattice-fit.ts'
import { linearAt } from '../inference/normal-equations.ts'
import { once } from '../once.ts'
import { sparseCholesky } from '../sparse/cholesky.ts'
import { solveBackward } from '../sparse/solve.ts'
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

/** That of a fit. One factor for all surfaces. */
export function clusterFitOf(fit: LatticeFit): ClusterFit {
  const { model, mode, points, sd, clusterSd, overdispersion, rangeKm, n, design } = fit
  const { field, places } = model
  const prior = once(() => {
    const factor = sparseCholesky(field.precision.at(model.parametersOf(mode.theta).surface), field.symbolic)
    if (!factor) throw new RangeError('The precision of the surface has no factor.')
    return factor
  })
  return {
    points,
    sd,
    clusterSd,
    overdispersion,
    linear: linearAt(new Float64Array(n), design, mode.b),
    latent: mode.eta,
    correlation: (distanceKm) => matern1(distanceKm, rangeKm),
    simulateSurface(random) {
      const z = Float64Array.from({ length: field.size }, () => random.normal())
      return surfaceAt(places, solveBackward(prior(), z, 1))
    },
  }
}
