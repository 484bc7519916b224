/** A factorising likelihood p(y | f) = Π p(y_i | f_i), log-concave in f, as needed by the Laplace approximation. */
export interface Likelihood {
  readonly size: number
  /** Σ log p(y_i | f_i), constants included. */
  logDensity(f: Float64Array): number
  /** First derivative, minus the second, and the third derivative of log p(y_i | f_i) by f_i. */
  derivatives(f: Float64Array, gradient: Float64Array, curvature: Float64Array, third: Float64Array): void
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** log Γ(x), x > 0, by Lanczos' series (g = 7, nine terms; relative error about 1e-15). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const shifted = x - 1
  let series = 0.99999999999980993
  for (let term = 0; term < 8; term++) series += LANCZOS[term] / (shifted + term + 1)
  const t = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series)
}

/** Logarithm of the binomial coefficient of n and k, 0 ≤ k ≤ n; both may be fractional. */
export function logChoose(n: number, k: number): number {
  return k === 0 || k === n ? 0 : logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
}

/** log(1 + exp(f)) without overflow. */
export function softplus(f: number): number {
  return f > 0 ? f + Math.log1p(Math.exp(-f)) : Math.log1p(Math.exp(f))
}

/** 1/(1 + exp(−f)), the inverse of `logit`; 0 or 1 for an extreme f. */
export function expit(f: number): number {
  return 1 / (1 + Math.exp(-f))
}

/** log(p/(1 − p)); −∞ at 0, ∞ at 1, NaN outside 0 to 1. */
export function logit(p: number): number {
  return Math.log(p / (1 - p))
}

/** y_i ~ Binomial(n_i, expit(f_i)); counts may be fractional (weighted): Γ then extends the density. */
export function binomialLikelihood(numerator: Float64Array, denominator: Float64Array): Likelihood {
  const size = numerator.length
  let constant = 0
  for (let i = 0; i < size; i++) constant += logChoose(denominator[i], numerator[i])
  return {
    size,
    logDensity(f) {
      let sum = constant
      for (let i = 0; i < size; i++) sum += numerator[i] * f[i] - denominator[i] * softplus(f[i])
      return sum
    },
    derivatives(f, gradient, curvature, third) {
      for (let i = 0; i < size; i++) {
        const p = expit(f[i])
        const weight = denominator[i] * p * (1 - p)
        gradient[i] = numerator[i] - denominator[i] * p
        curvature[i] = weight
        third[i] = -weight * (1 - 2 * p)
      }
    },
  }
}
