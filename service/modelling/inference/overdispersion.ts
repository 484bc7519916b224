import { betaBinomialLog } from '../likelihood/beta-binomial.ts'
import { logChoose, logit } from '../likelihood/likelihood.ts'
import type { HeldOut } from './leave-out.ts'
import { logisticNormalMean } from '../likelihood/predictive.ts'
import type { ClusterData } from '../folds/fold-types.ts'

const CANDIDATES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5]
/** Standard normal nodes and weights for a coarse integral over the surface. */
const NODES = [-2, -1, 0, 1, 2]
const TOTAL = NODES.reduce((sum, z) => sum + Math.exp(-0.5 * z * z), 0)
const WEIGHTS = NODES.map((z) => Math.exp(-0.5 * z * z) / TOTAL)
/** Logistic-normal attenuation: (16·√3/(15π))². */
const ATTENUATION = 0.346

/**
 * The correlation rho within clusters that predicts left-out clusters best, if better than the binomial fit with its
 * cluster effect did (`lpd`); null otherwise. Without a second fit: its left-out surface, moved to the scale on which
 * the cluster effect is integrated out, takes the place of a beta-binomial one.
 */
export function screenOverdispersion(
  held: HeldOut,
  clusterSd: number,
  data: ClusterData,
  lpd: Float64Array,
): number | null {
  const clusterVariance = clusterSd * clusterSd
  const shrink = 1 / Math.sqrt(1 + ATTENUATION * clusterVariance)
  const centre = held.mean.map((mean) => logit(logisticNormalMean(mean, clusterSd)))
  const sd = held.sd.map((value) => shrink * Math.sqrt(Math.max(value * value - clusterVariance, 0)))
  let best: number | null = null
  let highest = lpd.reduce((sum, value) => sum + value, 0)
  for (const rho of CANDIDATES) {
    let sum = 0
    for (let i = 0; i < centre.length; i++) {
      const [y, n] = [data.numerator[i], data.denominator[i]]
      let density = 0
      NODES.forEach((z, node) => {
        density +=
          WEIGHTS[node] * Math.exp(betaBinomialLog(y, n, centre[i] + sd[i] * z, rho) + logChoose(n, y))
      })
      sum += Math.log(density)
    }
    if (sum > highest) {
      highest = sum
      best = rho
    }
  }
  return best
}
