import { betaBinomialMass } from './beta-binomial.ts'
import { logChoose } from './likelihood.ts'

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
