import { expect, it } from 'vitest'
import { logChoose } from '#service/modelling/likelihood/likelihood.ts'
import {
  logisticNormalMean,
  logPredictiveDensity,
  predictiveMass,
  scoreCount,
} from '#service/modelling/likelihood/predictive.ts'

// References: scipy.integrate.quad over z of f(m + s*z)*norm.pdf(z), tolerance 1e-13.
it('averages the logistic over a normal', () => {
  expect(logisticNormalMean(-0.8, 0.5)).toBeCloseTo(0.3192981441102717, 11)
  expect(logisticNormalMean(2, 3)).toBeCloseTo(0.7174239858956765, 8)
  expect(logisticNormalMean(0, 0.01)).toBeCloseTo(0.5, 12)
})

it.each([
  [5, 16, -0.8, 0.5, -1.8620198539004664],
  [0, 20, -2, 1, -1.8007206599552],
  [300, 1000, -0.8, 0.5, -5.586911685665789],
  [20, 20, 3, 2, -0.8736704312009351],
])('gives the log predictive density of %i of %i at N(%d, %d²)', (y, n, mean, sd, expected) => {
  expect(logPredictiveDensity(y, n, mean, sd)).toBeCloseTo(expected, 8)
})

it('is the plain binomial without uncertainty', () => {
  const p = 1 / (1 + Math.exp(0.8))
  const expected = logChoose(16, 5) + 5 * Math.log(p) + 11 * Math.log(1 - p)
  expect(logPredictiveDensity(5, 16, -0.8, 0)).toBeCloseTo(expected, 12)
})

it('scores a count: distribution, interval, CRPS and PIT', () => {
  const mass = predictiveMass(16, -0.8, 0.5)
  expect(mass.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  expect(Math.log(mass[5])).toBeCloseTo(-1.8620198539004664, 8)
  const score = scoreCount(5, 16, -0.8, 0.5)
  expect(score.pitLower).toBeCloseTo(0.43300026109015555, 9)
  expect(score.pitUpper).toBeCloseTo(0.5883587728321694, 9)
  expect(score.crps).toBeCloseTo(0.03594862591453197, 9)
  expect([score.lower, score.upper]).toEqual([1 / 16, 10 / 16])
  expect([score.covered50, score.covered80, score.covered95]).toEqual([true, true, true])
  expect(scoreCount(16, 16, -0.8, 0.5).covered95).toBe(false)
})

it('takes the central 95 % of the distribution, and 50 and 80 %, as its intervals', () => {
  const mass = predictiveMass(400, 0.4, 0.3)
  const quantile = (share: number) => {
    let sum = 0
    return mass.findIndex((value) => (sum += value) >= share)
  }
  const at = (y: number) => scoreCount(y, 400, 0.4, 0.3)
  expect([at(200).lower, at(200).upper]).toEqual([quantile(0.025) / 400, quantile(0.975) / 400])
  for (const [level, key] of [
    [0.5, 'covered50'],
    [0.8, 'covered80'],
    [0.95, 'covered95'],
  ] as const) {
    const [from, to] = [quantile((1 - level) / 2), quantile((1 + level) / 2)]
    expect([from - 1, from, to, to + 1].map((y) => at(y)[key])).toEqual([false, true, true, false])
  }
})

it('expects the coverage that the probability of the discrete interval gives, above its nominal share', () => {
  const mass = predictiveMass(16, -0.8, 0.5)
  // The interval of 95 % is 1 to 10 of 16, see above.
  const inside = mass.slice(1, 11).reduce((sum, value) => sum + value, 0)
  const score = scoreCount(5, 16, -0.8, 0.5)
  expect(score.expected95).toBeCloseTo(inside, 12)
  expect(score.expected50).toBeGreaterThan(0.55)
  // The observed coverage of counts from this distribution, weighted by their probability.
  const covered = (key: 'covered50' | 'covered80' | 'covered95') =>
    mass.reduce((sum, share, y) => sum + (scoreCount(y, 16, -0.8, 0.5)[key] ? share : 0), 0)
  expect(covered('covered50')).toBeCloseTo(score.expected50, 12)
  expect(covered('covered80')).toBeCloseTo(score.expected80, 12)
  // Almost no one is a case: the interval is 0 alone.
  expect(scoreCount(0, 16, -9, 0.1).expected50).toBeCloseTo(predictiveMass(16, -9, 0.1)[0], 12)
})

it('lets the PIT of a count of 0 begin at 0', () => {
  const score = scoreCount(0, 16, -0.8, 0.5)
  expect(score.pitLower).toBe(0)
  expect(score.pitUpper).toBeCloseTo(predictiveMass(16, -0.8, 0.5)[0], 12)
})

it('stays finite for extreme counts, thousands of trials and fractional counts', () => {
  for (const [y, n, mean, sd] of [
    [0, 5000, 6, 0.3],
    [5000, 5000, -8, 2],
    [2.4, 7.9, 0, 0.4],
    [1, 1, 40, 0],
  ]) {
    const score = scoreCount(y, n, mean, sd)
    for (const value of Object.values(score)) expect(Number.isFinite(Number(value))).toBe(true)
  }
})
