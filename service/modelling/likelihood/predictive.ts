import { betaBinomialLog, betaBinomialMass } from './beta-binomial.ts'
import { expit, logChoose, softplus } from './likelihood.ts'

/** Half-width of the quadrature in standard deviations; the mass beyond is 1e-15. */
const REACH = 8
/** Above this many trials, counts are scaled down for the distribution of the proportion (binomial sd below 0.023). */
const MAX_TRIALS = 500

interface Nodes {
  eta: Float64Array
  weight: Float64Array
}

/**
 * Trapezoid nodes for N(mean, sd²). The rule converges geometrically for smooth integrands; the step also stays below
 * the width of a binomial likelihood with `trials` trials.
 */
function normalNodes(mean: number, sd: number, trials: number): Nodes {
  const likelihoodWidth = 2 / Math.sqrt(Math.max(trials, 1))
  const step = Math.max(Math.min(0.25, (0.5 * likelihoodWidth) / Math.max(sd, 1e-12)), 0.004)
  const half = Math.ceil(REACH / step)
  const eta = new Float64Array(2 * half + 1)
  const weight = new Float64Array(2 * half + 1)
  let total = 0
  for (let node = -half; node <= half; node++) {
    const z = (node * REACH) / half
    eta[node + half] = mean + sd * z
    const density = Math.exp(-0.5 * z * z)
    weight[node + half] = density
    total += density
  }
  for (let node = 0; node < weight.length; node++) weight[node] /= total
  return { eta, weight }
}

/** Independent people who would say as much about the logit as `trials` of one cluster with this correlation. */
const independent = (trials: number, overdispersion: number) => trials / (1 + (trials - 1) * overdispersion)

/** E[expit(eta)], eta ~ N(mean, sd²). */
export function logisticNormalMean(mean: number, sd: number): number {
  const { eta, weight } = normalNodes(mean, sd, 1)
  let sum = 0
  for (let node = 0; node < eta.length; node++) sum += weight[node] * expit(eta[node])
  return sum
}

/** Table of `prevalenceFunction`: half-width in logits and step. */
const TABLE_REACH = 30
const TABLE_STEP = 1 / 64

/**
 * eta → E[expit(eta + e)], e ~ N(0, clusterSd²): the prevalence of a place whose clusters differ, by linear
 * interpolation in a table (relative error below 1e-4). Equals expit(eta) for `clusterSd` 0.
 */
export function prevalenceFunction(clusterSd: number): (eta: number) => number {
  const size = (2 * TABLE_REACH) / TABLE_STEP
  const table = Float64Array.from({ length: size + 1 }, (_, i) =>
    logisticNormalMean(i * TABLE_STEP - TABLE_REACH, clusterSd),
  )
  return (eta) => {
    const at = Math.min(Math.max((eta + TABLE_REACH) / TABLE_STEP, 0), size - 1e-9)
    const below = Math.floor(at)
    return table[below] + (at - below) * (table[below + 1] - table[below])
  }
}

/** log ∫ p(y | n, expit(eta))·N(eta | mean, sd²) d eta, p binomial, or beta-binomial with `overdispersion` above 0. */
export function logPredictiveDensity(
  y: number,
  n: number,
  mean: number,
  sd: number,
  overdispersion = 0,
): number {
  const { eta, weight } = normalNodes(mean, sd, independent(n, overdispersion))
  const logs = new Float64Array(eta.length)
  let largest = -Infinity
  for (let node = 0; node < eta.length; node++) {
    const density =
      overdispersion > 0
        ? betaBinomialLog(y, n, eta[node], overdispersion)
        : y * eta[node] - n * softplus(eta[node])
    logs[node] = density + Math.log(weight[node])
    if (logs[node] > largest) largest = logs[node]
  }
  let sum = 0
  for (let node = 0; node < logs.length; node++) sum += Math.exp(logs[node] - largest)
  return largest + Math.log(sum) + logChoose(n, y)
}

/** Distribution of a count out of `trials` (an integer), eta ~ N(mean, sd²): P(0) … P(trials). */
export function predictiveMass(trials: number, mean: number, sd: number, overdispersion = 0): Float64Array {
  const { eta, weight } = normalNodes(mean, sd, independent(trials, overdispersion))
  const choose = Float64Array.from({ length: trials + 1 }, (_, k) => logChoose(trials, k))
  const mass = new Float64Array(trials + 1)
  let total = 0
  for (let node = 0; node < eta.length; node++) {
    if (weight[node] < 1e-13) continue
    if (overdispersion > 0) {
      const own = betaBinomialMass(trials, eta[node], overdispersion)
      for (let k = 0; k <= trials; k++) mass[k] += weight[node] * own[k]
      continue
    }
    const rest = trials * softplus(eta[node])
    for (let k = 0; k <= trials; k++) {
      mass[k] += weight[node] * Math.exp(choose[k] + k * eta[node] - rest)
    }
  }
  for (const value of mass) total += value
  for (let k = 0; k <= trials; k++) mass[k] /= total
  return mass
}

export interface CountScore {
  lpd: number
  /** Continuous ranked probability score of the proportion: Σ_k (F(k) − 1{y ≤ k})² / n. */
  crps: number
  /** F(y − 1) and F(y). */
  pitLower: number
  pitUpper: number
  /** Central 95 % interval of the proportion. */
  lower: number
  upper: number
  covered50: boolean
  covered80: boolean
  covered95: boolean
  /** Probability of the interval, which a discrete count raises above 50, 80 and 95 %: its coverage if the model is right. */
  expected50: number
  expected80: number
  expected95: number
  /** (observed − expected) / standard deviation. */
  z: number
}

/**
 * Scores an observed count against its predictive distribution, eta ~ N(mean, sd²) on the logit scale, binomial or
 * beta-binomial (`overdispersion` above 0). Fractional counts are rounded for everything except the density. CRPS:
 * Gneiting and Raftery 2007, eq. 21; PIT of counts: Czado, Gneiting and Held 2009.
 */
export function scoreCount(y: number, n: number, mean: number, sd: number, overdispersion = 0): CountScore {
  const scale = n > MAX_TRIALS ? MAX_TRIALS / n : 1
  const trials = Math.max(1, Math.round(n * scale))
  const count = Math.min(trials, Math.round(y * scale))
  const mass = predictiveMass(trials, mean, sd, overdispersion)
  const cumulative = new Float64Array(trials + 1)
  let sum = 0
  let crps = 0
  for (let k = 0; k <= trials; k++) {
    sum += mass[k]
    cumulative[k] = Math.min(sum, 1)
    const miss = cumulative[k] - (count <= k ? 1 : 0)
    crps += (miss * miss) / trials
  }
  let expected = 0
  for (let k = 0; k <= trials; k++) expected += k * mass[k]
  let variance = 0
  for (let k = 0; k <= trials; k++) variance += (k - expected) ** 2 * mass[k]
  const quantile = (share: number) => {
    let k = 0
    while (k < trials && cumulative[k] < share) k++
    return k
  }
  const central = (level: number) => {
    const [from, to] = [quantile((1 - level) / 2), quantile((1 + level) / 2)]
    return {
      from,
      to,
      covered: count >= from && count <= to,
      expected: cumulative[to] - (from === 0 ? 0 : cumulative[from - 1]),
    }
  }
  const [half, most, nearlyAll] = [central(0.5), central(0.8), central(0.95)]
  return {
    lpd: logPredictiveDensity(y, n, mean, sd, overdispersion),
    crps,
    pitLower: count === 0 ? 0 : cumulative[count - 1],
    pitUpper: cumulative[count],
    lower: nearlyAll.from / trials,
    upper: nearlyAll.to / trials,
    covered50: half.covered,
    covered80: most.covered,
    covered95: nearlyAll.covered,
    expected50: half.expected,
    expected80: most.expected,
    expected95: nearlyAll.expected,
    z: (count - expected) / Math.sqrt(variance),
  }
}
