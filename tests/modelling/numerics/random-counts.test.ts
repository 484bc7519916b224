import { expect, test } from 'vitest'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { drawBeta, drawBinomial } from '#service/modelling/numerics/random-counts.ts'

const DRAWS = 20_000
function momentsOf(draw: () => number): { mean: number; variance: number } {
  const values = Array.from({ length: DRAWS }, draw)
  const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS }
}

test.each([
  [1, 0.3],
  [25, 0.02],
  [25, 0.9],
  [400, 0.5],
  [1e6, 0.001],
])('binomial counts of %d people at %d have their mean and variance', (trials, p) => {
  const random = seededRandom(2)
  const { mean, variance } = momentsOf(() => drawBinomial(trials, p, random))
  const expected = trials * p * (1 - p)
  expect(Math.abs(mean - trials * p)).toBeLessThan(4 * Math.sqrt(expected / DRAWS))
  expect(variance / expected).toBeGreaterThan(0.95)
  expect(variance / expected).toBeLessThan(1.05)
})

test('no one and everyone', () => {
  const random = seededRandom(3)
  expect(drawBinomial(30, 0, random)).toBe(0)
  expect(drawBinomial(30, 1, random)).toBe(30)
})

test.each([
  [0.3, 0.1],
  [0.02, 0.5],
])('shares with mean %d and correlation %d vary by p·(1 − p)·rho', (p, correlation) => {
  const random = seededRandom(4)
  const { mean, variance } = momentsOf(() => drawBeta(p, correlation, random))
  const expected = p * (1 - p) * correlation
  expect(Math.abs(mean - p)).toBeLessThan(4 * Math.sqrt(expected / DRAWS))
  expect(variance / expected).toBeGreaterThan(0.93)
  expect(variance / expected).toBeLessThan(1.07)
})
