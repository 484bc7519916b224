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

/** P(0) … P(trials), by the ratio of neighbouring terms. */
export function betaBinomialMass(trials: number, eta: number, rho: number): Float64Array {
  const { alpha, beta } = shapes(eta, rho)
  const logs = new Float64Array(trials + 1)
  let largest = 0
  for (let k = 0; k < trials; k++) {
    const ratio = ((trials - k) * (alpha + k)) / ((k + 1) * (beta + trials - k - 1))
    logs[k + 1] = logs[k] + Math.log(ratio)
    if (logs[k + 1] > largest) largest = logs[k + 1]
  }
  let total = 0
  for (const value of logs) total += Math.exp(value - largest)
  return logs.map((value) => Math.exp(value - largest) / total)
}
