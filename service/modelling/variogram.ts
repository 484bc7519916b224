import type { GpFit } from './gp.ts'
import { betaBinomialMass } from './beta-binomial.ts'
import { expit, logChoose } from './likelihood.ts'
import { matern32 } from './matern.ts'
import { coefficientMeans } from './predict.ts'
import { chordKm } from './sphere.ts'
import type { Variogram } from './diagnostics-types.ts'

const BINS = 15
/** Share of clusters with no case, or with only cases, above which empirical logits say nothing but n. */
const ONE_SIDED = 0.8

/**
 * Semivariances of r = log((y + ½)/(n − y + ½)) − X·b in fifteen bins up to half the greatest distance (Matheron's
 * estimator), beside the model's: sd²·(1 − M(d)) + clusterSd² + the mean variance of an empirical logit at the fitted
 * shares. Empty bins are omitted. Null where more than 80 % of clusters have no case, or only cases: r is then a
 * function of n.
 */
export function variogramOf(
  fit: GpFit,
  numerator: Float64Array,
  denominator: Float64Array,
): Variogram | null {
  const none = numerator.filter((y) => y === 0).length
  const all = numerator.filter((y, i) => y === denominator[i]).length
  if (Math.max(none, all) > ONE_SIDED * numerator.length) return null
  const { points, design, width } = fit
  const n = numerator.length
  const coefficients = coefficientMeans(fit)
  const residual = new Float64Array(n)
  let sampling = 0
  for (let i = 0; i < n; i++) {
    const yes = numerator[i] + 0.5
    const no = denominator[i] - numerator[i] + 0.5
    residual[i] = Math.log(yes / no)
    for (let c = 0; c < width; c++) residual[i] -= design[i * width + c] * coefficients[c]
    sampling += empiricalLogitVariance(denominator[i], expit(fit.mode.f[i]), fit.overdispersion) / n
  }
  let longest = 0
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) longest = Math.max(longest, chordKm(points, i, points, j))
  }
  const bin = longest / 2 / BINS
  const pairs = new Float64Array(BINS)
  const halfSquares = new Float64Array(BINS)
  const distances = new Float64Array(BINS)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const distance = chordKm(points, i, points, j)
      const index = Math.floor(distance / bin)
      if (index >= BINS) continue
      pairs[index]++
      distances[index] += distance
      halfSquares[index] += 0.5 * (residual[i] - residual[j]) ** 2
    }
  }
  const filled = [...pairs.keys()].filter((index) => pairs[index] > 0)
  const centres = filled.map((index) => distances[index] / pairs[index])
  const nugget = fit.clusterSd ** 2 + sampling
  return {
    distance_km: centres,
    pairs: filled.map((index) => pairs[index]),
    empirical: filled.map((index) => halfSquares[index] / pairs[index]),
    fitted: centres.map((distance) => nugget + fit.sd ** 2 * (1 - matern32(distance, fit.lengthScaleKm))),
  }
}

const EXACT_UP_TO = 200

/**
 * Variance of log((Y + ½)/(n − Y + ½)), Y ~ Binomial(n, p), or beta-binomial with `overdispersion` above 0: the sum over
 * all counts; beyond 200 trials Var Y times the squared slope of that logit at the mean count, which is about
 * 1/(n·p·(1 − p)) unless nearly no one, or everyone, is a case. The usual 1/(y + ½) + 1/(n − y + ½) overstates it where
 * counts are near 0 or n.
 */
export function empiricalLogitVariance(trials: number, share: number, overdispersion = 0): number {
  const n = Math.round(trials)
  const variance = n * share * (1 - share) * (1 + (n - 1) * overdispersion)
  if (variance === 0) return 0
  if (n > EXACT_UP_TO) return variance * (1 / (n * share + 0.5) + 1 / (n * (1 - share) + 0.5)) ** 2
  const betaBinomial =
    overdispersion > 0 ? betaBinomialMass(n, Math.log(share / (1 - share)), overdispersion) : null
  let first = 0
  let second = 0
  for (let k = 0; k <= n; k++) {
    const weight = betaBinomial
      ? betaBinomial[k]
      : Math.exp(logChoose(n, k) + k * Math.log(share) + (n - k) * Math.log1p(-share))
    const logit = Math.log((k + 0.5) / (n - k + 0.5))
    first += weight * logit
    second += weight * logit * logit
  }
  return Math.max(0, second - first * first)
}
