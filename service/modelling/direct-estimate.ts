import { expit, logit } from './likelihood.ts'

/** Normal quantile of 97.5 %. */
export const Z95 = 1.959963984540054

interface DirectEstimate {
  p: number
  /** Standard error of p by linearisation; null with fewer than two clusters. */
  se: number | null
  /** 95 % interval on the logit scale; null if p is 0 or 1 or there is no standard error. */
  lower: number | null
  upper: number | null
  /** Standard error of logit p. */
  logitSe: number | null
}

/**
 * Ratio estimate p = Σ w·y / Σ w·n of the clusters of a unit. With u_i = w_i·(y_i − p·n_i) / Σ w·n, its variance is
 * Σ_strata m/(m − 1)·Σ (u_i − ū)², clusters drawn with replacement within strata; a stratum with one cluster is centred
 * on 0, the mean of all (Lumley 2010, "adjust"). Interval: logit p ± 1.96·se/(p(1 − p)). Arrays of equal length ≥ 1.
 */
export function directEstimate(
  numerator: ArrayLike<number>,
  denominator: ArrayLike<number>,
  weight: ArrayLike<number>,
  stratum: ArrayLike<string | null>,
): DirectEstimate {
  const count = numerator.length
  let above = 0
  let below = 0
  for (let i = 0; i < count; i++) {
    above += weight[i] * numerator[i]
    below += weight[i] * denominator[i]
  }
  const p = above / below
  if (count < 2) return { p, se: null, lower: null, upper: null, logitSe: null }

  const strata = new Map<string | null, number[]>()
  for (let i = 0; i < count; i++) {
    const residual = (weight[i] * (numerator[i] - p * denominator[i])) / below
    const members = strata.get(stratum[i])
    if (members) members.push(residual)
    else strata.set(stratum[i], [residual])
  }
  let variance = 0
  for (const members of strata.values()) {
    const m = members.length
    if (m === 1) {
      variance += members[0] ** 2
      continue
    }
    const average = members.reduce((sum, value) => sum + value, 0) / m
    variance += (m / (m - 1)) * members.reduce((sum, value) => sum + (value - average) ** 2, 0)
  }
  const se = Math.sqrt(variance)
  if (!(p > 0 && p < 1 && se > 0)) return { p, se, lower: null, upper: null, logitSe: null }
  const logitSe = se / (p * (1 - p))
  return {
    p,
    se,
    lower: expit(logit(p) - Z95 * logitSe),
    upper: expit(logit(p) + Z95 * logitSe),
    logitSe,
  }
}
