import { logGamma, softplus } from './likelihood.ts'

/**
 * Beta-binomial counts: y ~ Binomial(n, p), p ~ Beta(mu/s, (1 − mu)/s), mu = expit(eta), s = rho/(1 − rho), rho the
 * correlation of two people of a cluster, 0 < rho < 1. Var y = n·mu·(1 − mu)·(1 + (n − 1)·rho).
 */
function shapes(eta: number, rho: number): { alpha: number; beta: number } {
  const size = (1 - rho) / rho
  // Kept above 0: Γ has a pole there.
  return {
    alpha: Math.max(size * Math.exp(-softplus(-eta)), 1e-12),
    beta: Math.max(size * Math.exp(-softplus(eta)), 1e-12),
  }
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)

/** log P(y) without its binomial coefficient. Counts may be fractional. */
export function betaBinomialLog(y: number, n: number, eta: number, rho: number): number {
  const { alpha, beta } = shapes(eta, rho)
  return logBeta(y + alpha, n - y + beta) - logBeta(alpha, beta)
}

/** P(0) … P(trials), by the ratio of neighbouring terms, from the mean outwards: far terms underflow, none overflows. */
export function betaBinomialMass(trials: number, eta: number, rho: number): Float64Array {
  const { alpha, beta } = shapes(eta, rho)
  const ratio = (k: number) => ((trials - k) * (alpha + k)) / ((k + 1) * (beta + trials - k - 1))
  const mass = new Float64Array(trials + 1)
  const centre = Math.round((trials * alpha) / (alpha + beta))
  mass[centre] = 1
  for (let k = centre; k < trials; k++) mass[k + 1] = mass[k] * ratio(k)
  for (let k = centre; k > 0; k--) mass[k - 1] = mass[k] / ratio(k - 1)
  const total = mass.reduce((sum, value) => sum + value, 0)
  for (let k = 0; k <= trials; k++) mass[k] /= total
  return mass
}
