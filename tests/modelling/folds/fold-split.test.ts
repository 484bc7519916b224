import { expect, it } from 'vitest'
import { blockFolds, foldSizes as sizes, randomFolds } from '#service/modelling/folds/fold-split.ts'
import {
  foldScoresOf,
  metricsOf,
  pitHistogram,
  reliabilityOf,
} from '#service/modelling/diagnostics/metrics.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { chordKm, spherePoints } from '#service/modelling/numerics/sphere.ts'
import type { FoldResult } from '#service/modelling/folds/fold-types.ts'

function scattered(count: number, degrees: number) {
  const random = seededRandom(3)
  return {
    longitude: Float64Array.from({ length: count }, () => 2 + degrees * random.uniform()),
    latitude: Float64Array.from({ length: count }, () => 8 + degrees * random.uniform()),
  }
}

it('deals random folds of equal size, by seed', () => {
  expect(sizes(randomFolds(53, 10, 1), 10).toSorted((a, b) => a - b)).toEqual([5, 5, 5, 5, 5, 5, 5, 6, 6, 6])
  expect(randomFolds(53, 10, 1)).toEqual(randomFolds(53, 10, 1))
  expect(randomFolds(53, 10, 1)).not.toEqual(randomFolds(53, 10, 2))
})

it('keeps the requested block length if the country is large enough, and whole blocks in one fold', () => {
  const { longitude, latitude } = scattered(600, 8)
  const split = blockFolds(longitude, latitude, 10, 100, 1)
  expect(split).toMatchObject({ folds: 10, blockKm: 100, capped: false })
  expect(Math.min(...sizes(split.fold, 10))).toBeGreaterThan(30)
  // Neighbours within 10 km share a fold far more often than the tenth expected by chance.
  const points = spherePoints(longitude, latitude)
  let near = 0
  let together = 0
  for (let i = 0; i < 600; i++) {
    for (let j = 0; j < i; j++) {
      if (chordKm(points, i, points, j) > 10) continue
      near++
      if (split.fold[i] === split.fold[j]) together++
    }
  }
  expect(near).toBeGreaterThan(30)
  expect(together / near).toBeGreaterThan(0.8)
})

it('deals the largest blocks first, so that folds have nearly equal size for any seed', () => {
  // Nine sites, far apart, with 1 to 9 clusters: 45 in three folds.
  const sites = Array.from({ length: 9 }, (_, site) => Array.from({ length: site + 1 }, () => site)).flat()
  const longitude = Float64Array.from(sites, (site) => 2 + 2 * (site % 3))
  const latitude = Float64Array.from(sites, (site) => 2 + 2 * Math.floor(site / 3))
  for (let seed = 1; seed <= 20; seed++) {
    const { fold, folds } = blockFolds(longitude, latitude, 3, 50, seed)
    expect(folds).toBe(3)
    expect(sizes(fold, 3).toSorted((a, b) => a - b)).toEqual([14, 15, 16])
  }
})

it("shrinks a small country's blocks and reports it", () => {
  const { longitude, latitude } = scattered(80, 1)
  const split = blockFolds(longitude, latitude, 10, 500, 1)
  expect(split.capped).toBe(true)
  expect(split.folds).toBe(10)
  expect(split.blockKm).toBeLessThan(60)
  expect(Math.min(...sizes(split.fold, 10))).toBeGreaterThan(0)
})

it('uses one fold per site if there are fewer sites than folds', () => {
  const longitude = Float64Array.from({ length: 60 }, (_, index) => index % 3)
  const split = blockFolds(longitude, new Float64Array(60), 10, 50, 1)
  expect(split.folds).toBe(3)
})

function resultOf(mean: number[], pit: [number, number][] = []): FoldResult {
  const zeros = () => new Float64Array(mean.length)
  return {
    mean: Float64Array.from(mean),
    lower: zeros(),
    upper: zeros(),
    lpd: zeros().fill(-1.5),
    crps: zeros().fill(0.1),
    covered50: Uint8Array.from(mean, (_, index) => index % 2),
    covered80: new Uint8Array(mean.length).fill(1),
    covered95: new Uint8Array(mean.length).fill(1),
    expected50: zeros().fill(0.6),
    expected80: zeros().fill(0.86),
    expected95: zeros().fill(0.97),
    pitLower: Float64Array.from(pit, ([lower]) => lower),
    pitUpper: Float64Array.from(pit, ([, upper]) => upper),
    z: zeros(),
    permutedSquaredError: [],
  }
}

const counts = {
  numerator: Float64Array.of(2, 8, 6, 8),
  denominator: Float64Array.of(10, 20, 10, 10),
}

it('matches metrics computed by hand', () => {
  const metrics = metricsOf(resultOf([0.3, 0.4, 0.6, 0.5]), counts, Int32Array.of(0, 0, 1, 1), 2)
  expect(metrics.r2).toBeCloseTo(1 - 0.1 / 0.2, 12)
  expect(metrics.rmse).toBeCloseTo((Math.sqrt(0.01 / 2) + Math.sqrt(0.09 / 2)) / 2, 12)
  expect(metrics.mae).toBeCloseTo(0.1, 12)
  expect(metrics.expected_coverage_50).toBeCloseTo(0.6, 12)
  expect(metrics.expected_coverage_95).toBeCloseTo(0.97, 12)
  expect(metrics.lpd).toBe(-6)
  // Σ y(1 − p̂)² + (n − y)p̂²: 0.98 + 0.72, 2.88 + 1.92, 0.96 + 1.44, 2 + 0.5.
  expect(metrics.brier).toBeCloseTo((1.7 + 4.8 + 2.4 + 2.5) / 50, 12)
  expect([metrics.crps, metrics.coverage_50, metrics.coverage_80]).toEqual([0.1, 0.5, 1])
})

it('pools the RMSE over clusters, whatever the sizes of folds', () => {
  const metrics = metricsOf(resultOf([0.3, 0.4, 0.6, 0.5]), counts, Int32Array.of(0, 1, 1, 1), 2)
  expect(metrics.rmse_pooled).toBeCloseTo(Math.sqrt(0.1 / 4), 12)
  expect(metrics.rmse).not.toBeCloseTo(metrics.rmse_pooled, 3)
  // R² has the same denominator as the RMSE: 1 − R² = RMSE² / variance.
  expect(1 - metrics.r2).toBeCloseTo(metrics.rmse_pooled ** 2 / (0.2 / 4), 12)
})

it('sums scores by fold; a fold that could not be fitted has none', () => {
  const result = resultOf([0.3, 0.4, 0.6, Number.NaN])
  result.lpd[3] = Number.NaN
  const scores = foldScoresOf(result, counts, Int32Array.of(0, 0, 1, 2), 3)
  expect(scores.lpd).toEqual([-3, -1.5, Number.NaN])
  expect(scores.squared_error[0]).toBeCloseTo(0.1 ** 2 + 0, 12)
  expect(scores.squared_error[2]).toBeNaN()
})

it('spreads each count over the bins of the PIT histogram', () => {
  const histogram = pitHistogram(
    resultOf(
      [0, 0],
      [
        [0, 0.2],
        [0.15, 0.35],
      ],
    ),
  )
  expect(histogram.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  expect(histogram[0]).toBeCloseTo(0.25, 12)
  expect(histogram[1]).toBeCloseTo(0.25 + 0.125, 12)
  expect(histogram[2]).toBeCloseTo(0.25, 12)
  expect(histogram[9]).toBe(0)
})

it('leaves the clusters of a failed fold out of every figure', () => {
  const fold = Int32Array.of(0, 0, 1, 1)
  const result = resultOf([0.3, 0.4, NaN, NaN], Array(4).fill([0, 1]))
  const whole = metricsOf(resultOf([0.3, 0.4]), counts, Int32Array.of(0, 0), 1)
  result.lpd.fill(NaN, 2)
  result.crps.fill(NaN, 2)
  result.pitLower.fill(NaN, 2)
  const metrics = metricsOf(result, counts, fold, 2)
  expect({ ...metrics, rmse: 0 }).toEqual({ ...whole, rmse: 0 })
  expect(metrics.lpd).toBe(-3)
  expect(pitHistogram(result).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  expect(reliabilityOf(result, counts).people).toEqual([10, 20])
})

it('compares predicted and observed prevalence by groups of like predictions', () => {
  const mean = Array.from({ length: 40 }, (_, i) => (40 - i) / 50)
  const twenty = new Float64Array(40).fill(20)
  const numerator = Float64Array.from(mean, (p) => 20 * p * 0.5)
  const { predicted, observed, people } = reliabilityOf(resultOf(mean), { numerator, denominator: twenty })
  expect(people).toEqual(Array(10).fill(80))
  expect(predicted[0]).toBeCloseTo((0.02 + 0.04 + 0.06 + 0.08) / 4, 12)
  predicted.forEach((p, group) => expect(observed[group]).toBeCloseTo(p / 2, 12))
  expect(predicted).toEqual(predicted.toSorted((a, b) => a - b))
})
