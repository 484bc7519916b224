import { studentQuantile, Z95 } from '../likelihood/distributions.ts'
import { expit, logit } from '../likelihood/likelihood.ts'
import type { LayerInput } from '../layer-types.ts'

/** With fewer, the spread between clusters is unknown, and no interval is given. */
const MIN_CLUSTERS = 3

type Survey = Pick<LayerInput['clusters'], 'numerator' | 'denominator' | 'weight' | 'stratum'>

interface DirectEstimate {
  p: number
  /** Standard error of p by linearisation; null with fewer than two clusters. */
  se: number | null
  /** 95 % interval on the logit scale; null if p is 0 or 1, or with too few clusters. */
  lower: number | null
  upper: number | null
  /** Half of the interval of logit p over 1.96: a difference of 1.96 of these lies at its end. */
  logitSe: number | null
}

/**
 * Ratio estimate p = Σ w·y / Σ w·n of the clusters `inside` a domain of the survey (all of them: the nation). With
 * r_i = w_i·(y_i − p·n_i) / Σ w·n inside and 0 elsewhere, its variance over the whole design is
 *
 *     v = Σ_strata m/(m − 1)·Σ (r_i − r̄)²,   m all clusters of the stratum, drawn with replacement,
 *
 * and a stratum of one cluster is centred on 0, the mean of all (Lumley 2010, chapter 2; R: survey::svyby with
 * lonely.psu = "adjust"). The interval is logit p ± t/√(n*·p·(1 − p)) with the effective sample size
 * n* = min(n, p·(1 − p)/v) of the n = Σ n_i people inside, that is, a design effect of at least 1, and t the 97.5 %
 * quantile of Student's t (Korn and Graubard 1998, Survey Methodology 24). Its degrees of freedom are clusters − strata
 * that the domain has, not the design (Parker et al. 2017, Vital and Health Statistics 2(175)). No interval with fewer
 * than 3 clusters or one degree of freedom. `inside` has at least one position.
 */
export function directEstimate(
  { numerator, denominator, weight, stratum }: Survey,
  inside: readonly number[] = [...numerator.keys()],
  strataSizes = strataSizesOf(stratum),
): DirectEstimate {
  const sum = (value: (cluster: number) => number) =>
    inside.reduce((total, cluster) => total + value(cluster), 0)
  const below = sum((i) => weight[i] * denominator[i])
  const p = sum((i) => weight[i] * numerator[i]) / below
  const none = { lower: null, upper: null, logitSe: null }
  if (inside.length < 2) return { p, se: null, ...none }

  const strata = Map.groupBy(inside, (i) => stratum[i])
  let variance = 0
  for (const [name, members] of strata) {
    const residuals = members.map((i) => (weight[i] * (numerator[i] - p * denominator[i])) / below)
    const m = strataSizes.get(name)!
    const average = m === 1 ? 0 : residuals.reduce((total, r) => total + r, 0) / m
    const squares = residuals.reduce((total, r) => total + (r - average) ** 2, 0)
    const outside = (m - members.length) * average ** 2
    variance += (m === 1 ? 1 : m / (m - 1)) * (squares + outside)
  }
  const se = Math.sqrt(variance)
  const freedom = inside.length - strata.size
  if (!(p > 0 && p < 1) || inside.length < MIN_CLUSTERS || freedom < 1) return { p, se, ...none }

  const people = sum((i) => denominator[i])
  const effective = Math.min(people, (p * (1 - p)) / variance)
  const half = studentQuantile(0.025, freedom) / Math.sqrt(effective * p * (1 - p))
  return { p, se, lower: expit(logit(p) - half), upper: expit(logit(p) + half), logitSe: half / Z95 }
}

/** Clusters of each stratum of the design. */
export function strataSizesOf(stratum: Survey['stratum']): Map<string | null, number> {
  const sizes = new Map<string | null, number>()
  for (const name of stratum) sizes.set(name, (sizes.get(name) ?? 0) + 1)
  return sizes
}
