import type { Random } from './random.ts'

/** Expected count from which a rounded normal replaces the search. */
const NORMAL_FROM = 30

/** A count of Binomial(n, p) by inversion (Kachitvichyanukul and Schmeiser 1988); rounded normal for large counts. */
export function drawBinomial(trials: number, p: number, random: Random): number {
  if (p > 0.5) return trials - drawBinomial(trials, 1 - p, random)
  if (!(p > 0)) return 0
  const mean = trials * p
  if (mean > NORMAL_FROM) {
    const count = Math.round(mean + Math.sqrt(mean * (1 - p)) * random.normal())
    return Math.min(Math.max(count, 0), trials)
  }
  let left = random.uniform()
  let mass = Math.exp(trials * Math.log1p(-p))
  let count = 0
  while (left > mass && count < trials) {
    left -= mass
    count++
    mass *= ((trials - count + 1) / count) * (p / (1 - p))
  }
  return count
}

/** A share with mean p and correlation rho of two people who have it: Beta(p·φ, (1 − p)·φ), φ = 1/rho − 1. */
export function drawBeta(p: number, correlation: number, random: Random): number {
  const size = 1 / correlation - 1
  const yes = drawGamma(p * size, random)
  const no = drawGamma((1 - p) * size, random)
  return yes + no > 0 ? yes / (yes + no) : p
}

/** Gamma with scale 1 (Marsaglia and Tsang 2000). */
function drawGamma(shape: number, random: Random): number {
  if (shape < 1) return drawGamma(shape + 1, random) * random.uniform() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = random.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}
