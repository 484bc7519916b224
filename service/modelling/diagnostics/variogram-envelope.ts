import type { VariogramEnvelope } from '../diagnostics-types.ts'
import type { ClusterFit } from './cluster-fit.ts'
import { expit } from '../likelihood/likelihood.ts'
import { sortedQuantile } from '../units/cell-surfaces.ts'
import { type Random, seededRandom } from '../numerics/random.ts'
import { drawBeta, drawBinomial } from '../numerics/random-counts.ts'

const SIMULATIONS = 99
/** Of the pointwise band. */
const SHARE = 0.95

type SimulatedFit = Pick<ClusterFit, 'linear' | 'clusterSd' | 'overdispersion' | 'simulateSurface'>

interface EnvelopeTask {
  semivariances: (counts: Float64Array) => number[]
  /** Those of the data. */
  empirical: readonly number[]
  seed: number
}

/**
 * 99 surveys of the same clusters from the fit: new surface, cluster effects and counts, covariate effects and
 * parameters held. Bins are tested pointwise, so some surveys leave the band: `simulations_as_far` calibrates the number of bins in which the data do (a Monte Carlo
 * test; Diggle and Ribeiro 2007, *Model-based Geostatistics*, section 5.2).
 */
export function envelopeOf(
  fit: SimulatedFit,
  denominator: Float64Array,
  { semivariances, empirical, seed }: EnvelopeTask,
): VariogramEnvelope {
  const random = seededRandom(seed, 12)
  const simulated = Array.from({ length: SIMULATIONS }, () =>
    semivariances(simulateCounts(fit, denominator, random)),
  )
  const band = (share: number) =>
    empirical.map((_, bin) => sortedQuantile(Float64Array.from(simulated, (one) => one[bin]).sort(), share))
  const lower = band((1 - SHARE) / 2)
  const upper = band((1 + SHARE) / 2)
  const outsideOf = (values: readonly number[]) =>
    values.filter((value, bin) => value < lower[bin] || value > upper[bin]).length
  const outside = outsideOf(empirical)
  return {
    simulations: SIMULATIONS,
    lower,
    upper,
    outside,
    simulations_as_far: simulated.filter((one) => outsideOf(one) >= outside).length,
  }
}

/** Cases at the clusters of one simulated survey. */
export function simulateCounts(
  { linear, clusterSd, overdispersion, simulateSurface }: SimulatedFit,
  denominator: Float64Array,
  random: Random,
): Float64Array {
  const surface = simulateSurface(random)
  return linear.map((eta, i) => {
    const p = expit(eta + surface[i] + clusterSd * random.normal())
    const share = overdispersion > 0 ? drawBeta(p, overdispersion, random) : p
    // Weighted counts have fractions; no count is above its own.
    return Math.min(drawBinomial(Math.round(denominator[i]), share, random), denominator[i])
  })
}
