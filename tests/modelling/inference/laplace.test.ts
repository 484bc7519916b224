import { expect, it } from 'vitest'
import { laplaceMode } from '#service/modelling/inference/laplace.ts'
import { binomialLikelihood, expit, logGamma } from '#service/modelling/likelihood/likelihood.ts'

it('matches log Γ of the C library', () => {
  // Python's math.lgamma
  const known: [number, number][] = [
    [0.5, 0.5723649429247004],
    [1, 0],
    [3.7, 1.4280723266653883],
    [10, 12.801827480081467],
    [171.3, 708.114947038997],
    [1000.25, 5906.947268271117],
  ]
  for (const [x, value] of known) {
    expect(Math.abs(logGamma(x) - value)).toBeLessThan(1e-13 * Math.max(1, Math.abs(value)) + 1e-14)
  }
})

it.each([
  [[3, 7], [10, 12], 0.6],
  [[0, 5], [8, 9], 0.2],
  [[20, 40], [60, 50], 0.9],
])('finds mode and evidence of two clusters as by brute force (%j of %j)', (y, n, correlation) => {
  const likelihood = binomialLikelihood(Float64Array.from(y), Float64Array.from(n))
  const k = Float64Array.of(1, correlation, correlation, 1)
  const mode = laplaceMode(k, likelihood, null, new Float64Array(4))

  const determinant = 1 - correlation ** 2
  const logJoint = (f0: number, f1: number) =>
    likelihood.logDensity(Float64Array.of(f0, f1)) -
    0.5 * ((f0 * f0 - 2 * correlation * f0 * f1 + f1 * f1) / determinant) -
    Math.log(2 * Math.PI) -
    0.5 * Math.log(determinant)
  const step = 0.01
  let evidence = 0
  let best = [-Infinity, 0, 0]
  for (let f0 = -5; f0 <= 5; f0 += step) {
    for (let f1 = -5; f1 <= 5; f1 += step) {
      const value = logJoint(f0, f1)
      evidence += Math.exp(value) * step * step
      if (value > best[0]) best = [value, f0, f1]
    }
  }
  expect(Math.abs(mode.f[0] - best[1])).toBeLessThan(step)
  expect(Math.abs(mode.f[1] - best[2])).toBeLessThan(step)
  // Laplace's own error on ten trials is about 0.02 in log evidence.
  expect(Math.abs(mode.logMarginal - Math.log(evidence))).toBeLessThan(0.03)
})

it('ends where prior and likelihood balance: a = ∇ log p(y | f) and f = K·a', () => {
  const y = Float64Array.of(1, 9, 4, 0)
  const n = Float64Array.of(10, 10, 20, 15)
  const k = Float64Array.from({ length: 16 }, (_, i) => Math.exp(-Math.abs((i % 4) - Math.floor(i / 4))))
  const mode = laplaceMode(k, binomialLikelihood(y, n), null, new Float64Array(16))
  for (let i = 0; i < 4; i++) {
    expect(mode.a[i]).toBeCloseTo(y[i] - n[i] * expit(mode.f[i]), 3)
    let product = 0
    for (let j = 0; j < 4; j++) product += k[4 * i + j] * mode.a[j]
    expect(mode.f[i]).toBeCloseTo(product, 10)
  }
})
