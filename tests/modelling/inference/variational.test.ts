import { expect, it } from 'vitest'
import { laplaceMode } from '#service/modelling/inference/laplace.ts'
import { binomialLikelihood, expit } from '#service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean, prevalenceFunction } from '#service/modelling/likelihood/predictive.ts'
import { averagedLikelihood } from '#service/modelling/inference/variational.ts'
import { variationalMean } from '../dense/variational.ts'

/** Posterior mean and variance of two latent values by brute force. */
function exactMoments(y: number[], n: number[], k: Float64Array) {
  const likelihood = binomialLikelihood(Float64Array.from(y), Float64Array.from(n))
  const determinant = k[0] * k[3] - k[1] ** 2
  const step = 0.02
  let total = 0
  const first = [0, 0]
  const second = [0, 0]
  for (let a = -14; a <= 8; a += step) {
    for (let b = -14; b <= 8; b += step) {
      const quadratic = (k[3] * a * a - 2 * k[1] * a * b + k[0] * b * b) / determinant
      const density = Math.exp(likelihood.logDensity(Float64Array.of(a, b)) - 0.5 * quadratic)
      total += density
      first[0] += density * a
      first[1] += density * b
      second[0] += density * a * a
      second[1] += density * b * b
    }
  }
  const mean = first.map((sum) => sum / total)
  return { mean, variance: second.map((sum, i) => sum / total - mean[i] ** 2) }
}

it.each([
  { y: [0, 1], n: [20, 25] },
  { y: [0, 0], n: [15, 30] },
  { y: [25, 28], n: [25, 30] },
])('finds the posterior mean of rare and common counts (%j), where the mode misses it', ({ y, n }) => {
  const k = Float64Array.of(4, 1.5, 1.5, 4)
  const likelihood = binomialLikelihood(Float64Array.from(y), Float64Array.from(n))
  const exact = exactMoments(y, n, k)
  const work = new Float64Array(4)
  const laplace = laplaceMode(k, likelihood, null, work)
  const { mode, variance } = variationalMean(k, likelihood, laplace, work, null)
  for (let i = 0; i < 2; i++) {
    const missed = Math.abs(mode.f[i] - exact.mean[i])
    expect(missed).toBeLessThan(0.06)
    expect(missed).toBeLessThan(0.35 * Math.abs(laplace.f[i] - exact.mean[i]))
    // The closest Gaussian is narrower than a skewed posterior: 16 % where no one of 15 is affected.
    expect(Math.abs(variance[i] / exact.variance[i] - 1)).toBeLessThan(0.2)
  }
  expect(mode.logMarginal).toBe(laplace.logMarginal)
})

it('ends where the averaged gradient and the prior balance: a = E ∇log p(y | f), f = K·a', () => {
  const k = Float64Array.of(2, 0.8, 0.8, 1)
  const likelihood = binomialLikelihood(Float64Array.of(2, 9), Float64Array.of(30, 11))
  const work = new Float64Array(4)
  const { mode, variance } = variationalMean(
    k,
    likelihood,
    laplaceMode(k, likelihood, null, work),
    work,
    null,
  )
  for (let i = 0; i < 2; i++) {
    const gradient = [2, 9][i] - [30, 11][i] * logisticNormalMean(mode.f[i], Math.sqrt(variance[i]))
    expect(mode.a[i]).toBeCloseTo(gradient, 2)
    expect(mode.f[i]).toBeCloseTo(k[2 * i] * mode.a[0] + k[2 * i + 1] * mode.a[1], 9)
  }
})

it('averages the likelihood like quadrature', () => {
  const averaged = averagedLikelihood(
    binomialLikelihood(Float64Array.of(3), Float64Array.of(10)),
    Float64Array.of(1.7),
  )
  const [gradient, curvature, third] = [0, 1, 2].map(() => new Float64Array(1))
  averaged.derivatives(Float64Array.of(-1), gradient, curvature, third)
  expect(gradient[0]).toBeCloseTo(3 - 10 * logisticNormalMean(-1, Math.sqrt(1.7)), 7)
  const step = 1e-4
  const density = (m: number) => averaged.logDensity(Float64Array.of(m))
  expect(gradient[0]).toBeCloseTo((density(-1 + step) - density(-1 - step)) / (2 * step), 5)
  expect(curvature[0]).toBeCloseTo(
    -(density(-1 + step) - 2 * density(-1) + density(-1 - step)) / step ** 2,
    4,
  )
})

it('tabulates prevalence to a ten-thousandth, and is expit without a cluster effect', () => {
  const [none, strong] = [prevalenceFunction(0), prevalenceFunction(1.2)]
  for (let eta = -12; eta <= 12; eta += 0.173) {
    expect(Math.abs(none(eta) / expit(eta) - 1)).toBeLessThan(1e-4)
    expect(Math.abs(strong(eta) / logisticNormalMean(eta, 1.2) - 1)).toBeLessThan(1e-4)
  }
  expect(strong(-800)).toBeGreaterThanOrEqual(0)
  expect(strong(800)).toBeLessThanOrEqual(1)
})
