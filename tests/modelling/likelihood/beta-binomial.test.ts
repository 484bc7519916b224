import { expect, it } from 'vitest'
import { betaBinomialLog, betaBinomialMass } from '#service/modelling/likelihood/beta-binomial.ts'
import { expit, logChoose } from '#service/modelling/likelihood/likelihood.ts'
import { predictiveMass, scoreCount } from '#service/modelling/likelihood/predictive.ts'

const moments = (mass: Float64Array) => {
  const mean = mass.reduce((sum, p, k) => sum + p * k, 0)
  return { mean, variance: mass.reduce((sum, p, k) => sum + p * (k - mean) ** 2, 0) }
}

it.each([
  [20, -1, 0.3],
  [15, -5, 0.1],
  [30, 4, 0.5],
])('has the mean and variance of %i people at logit %f with correlation %f', (n, eta, rho) => {
  const mass = betaBinomialMass(n, eta, rho)
  const mu = expit(eta)
  expect(mass.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
  expect(moments(mass).mean).toBeCloseTo(n * mu, 8)
  expect(moments(mass).variance).toBeCloseTo(n * mu * (1 - mu) * (1 + (n - 1) * rho), 8)
  mass.forEach((p, y) =>
    expect(betaBinomialLog(y, n, eta, rho) + logChoose(n, y)).toBeCloseTo(Math.log(p), 7),
  )
})

/** In R: choose(10, 0:2) * beta(0:2 + 0.6, 10 - 0:2 + 2.4) / beta(0.6, 2.4), that is mu 0.2 and rho 0.25. */
const R = [0.358910902272, 0.18890047488, 0.13077725184]

it('agrees with R', () => {
  const mass = betaBinomialMass(10, Math.log(0.2 / 0.8), 0.25)
  R.forEach((p, y) => expect(mass[y]).toBeCloseTo(p, 10))
})

it('becomes binomial as the correlation vanishes, and widens predictions otherwise', () => {
  const binomial = predictiveMass(16, -0.8, 0.5)
  predictiveMass(16, -0.8, 0.5, 1e-7).forEach((p, k) => expect(p).toBeCloseTo(binomial[k], 5))
  const wide = scoreCount(14, 16, -0.8, 0.5, 0.3)
  const narrow = scoreCount(14, 16, -0.8, 0.5)
  expect(wide.lpd).toBeGreaterThan(narrow.lpd)
  expect(wide.upper - wide.lower).toBeGreaterThan(narrow.upper - narrow.lower)
})
