import { expect, test } from 'vitest'
import { empiricalLogitVariance } from '#service/modelling/likelihood/empirical-logits.ts'

test('one trial at one half: the logit is ±log 3, its variance log²3', () => {
  expect(empiricalLogitVariance(1, 0.5)).toBeCloseTo(Math.log(3) ** 2, 12)
})

test('two trials: by hand, 0 and 2 at ±log 5 with a quarter each, 1 at 0', () => {
  expect(empiricalLogitVariance(2, 0.5)).toBeCloseTo(Math.log(5) ** 2 / 2, 12)
})

test("many trials: close to 1/(n·p·(1 − p)), on both sides of the sum's cut-off", () => {
  for (const trials of [200, 201])
    expect(empiricalLogitVariance(trials, 0.4) * trials * 0.4 * 0.6).toBeCloseTo(1, 1)
})

test('a share near one stays finite', () => {
  expect(empiricalLogitVariance(12, 1 - 1e-12)).toBeGreaterThanOrEqual(0)
  expect(empiricalLogitVariance(12, 1 - 1e-12)).toBeLessThan(1e-6)
})

test('few cases among many trials: no jump at the cut-off of the sum', () => {
  const [exact, beyond] = [200, 201].map((trials) => empiricalLogitVariance(trials, 0.005))
  expect(beyond / exact).toBeGreaterThan(0.8)
  expect(beyond / exact).toBeLessThan(1.2)
})

test.each([12, 1e9])('a share of exactly 0 or 1 among %d: the count does not vary', (trials) => {
  for (const share of [0, 1])
    for (const overdispersion of [0, 0.1])
      expect(empiricalLogitVariance(trials, share, overdispersion)).toBe(0)
})
