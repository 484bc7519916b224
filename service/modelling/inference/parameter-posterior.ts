import type { CoefficientPosterior, FieldDraws } from './posterior-draws.ts'
import { chiSquaredTail, Z95 } from '../likelihood/distributions.ts'
import type { LatentFit } from './latent-fit.ts'
import { COVARIANCES } from '../components/components.ts'
import { RANGE_PER_LENGTH_SCALE } from '../components/matern.ts'
import type { ParameterPosterior } from '../model.ts'
import type { CoefficientSummary, Interval } from '../model-parameters.ts'
import { priorAlternatives } from './prior-alternatives.ts'

/** What the points of the design say about each parameter, and the draws under other priors. */
export function posteriorOf(
  fit: Pick<LatentFit, 'parameters' | 'parameterOf' | 'meanVariance' | 'typical'>,
  joint: Pick<FieldDraws, 'design' | 'groups' | 'atPoints'>,
): Omit<ParameterPosterior, 'field'> {
  const { design, groups, atPoints } = joint
  const draws = groups[groups.length - 1].to
  const shares = groups.map(({ from, to }) => (to - from) / draws)
  const lines = [...fit.parameterOf.keys()].filter((column) => fit.parameterOf[column] === 0)
  return {
    intervals: design.intervals && {
      variance: scaled(design.intervals[0], 2),
      length_scale_km: scaled(design.intervals[1], 1, 1 / RANGE_PER_LENGTH_SCALE),
      range_km: scaled(design.intervals[1], 1),
      cluster_variance: scaled(design.intervals[2], 2),
    },
    coefficients: lines.map((column) => mixtureOf(atPoints, shares, column)),
    curveSds:
      design.intervals &&
      design.curveSds.map((sd, curve) => {
        const log = fit.parameters[COVARIANCES + curve]
        return scaled([log - Z95 * sd, log + Z95 * sd], 1)
      }),
    alternatives: priorAlternatives(groups, draws, fit),
  }
}

const scaled = ([lower, upper]: Interval, power: number, factor = 1): Interval => [
  factor * Math.exp(power * lower),
  factor * Math.exp(power * upper),
]

/** P(Z < z), Z standard normal. */
function normalBelow(z: number): number {
  const tail = chiSquaredTail(z * z, 1) / 2
  return z < 0 ? tail : 1 - tail
}

/** Mean, sd and quantiles of a mixture of normals: a coefficient given the parameters, over their points. */
function mixtureOf(
  components: readonly CoefficientPosterior[],
  shares: readonly number[],
  column: number,
): CoefficientSummary {
  const parts = components.map(({ mean, sd }, at) => ({
    share: shares[at],
    mean: mean[column],
    sd: sd[column],
  }))
  const mean = parts.reduce((sum, part) => sum + part.share * part.mean, 0)
  const variance = parts.reduce((sum, part) => sum + part.share * (part.sd ** 2 + (part.mean - mean) ** 2), 0)
  const sd = Math.sqrt(variance)
  const quantile = (share: number) => {
    let [low, high] = [mean - 10 * sd, mean + 10 * sd]
    for (let halving = 0; halving < 60 && sd > 0; halving++) {
      const middle = (low + high) / 2
      const below = parts.reduce(
        (sum, part) => sum + part.share * normalBelow((middle - part.mean) / part.sd),
        0,
      )
      if (below < share) low = middle
      else high = middle
    }
    return (low + high) / 2
  }
  return { mean, sd, lower: quantile(0.025), upper: quantile(0.975) }
}
