import { expect, it } from 'vitest'
import { adminEstimates, tally } from '#service/modelling/admin-estimates.ts'
import { directEstimate } from '#service/modelling/direct-estimate.ts'

const y = [2, 3, 5, 4]
const n = [10, 10, 10, 10]
const equal = [1, 1, 1, 1]
const none = [null, null, null, null]

it('gives ratio, standard error and logit interval as computed by hand', () => {
  // u = (−1.5, −0.5, 1.5, 0.5)/40, Σu² = 0.003125, times 4/3; logit se = 0.06455/0.2275.
  const { p, se, lower, upper, logitSe } = directEstimate(y, n, equal, none)
  expect(p).toBeCloseTo(0.35, 14)
  expect(se).toBeCloseTo(Math.sqrt(0.003125 * (4 / 3)), 14)
  expect(logitSe).toBeCloseTo(0.283735, 5)
  expect(lower).toBeCloseTo(0.23592, 4)
  expect(upper).toBeCloseTo(0.48427, 4)
})

it('uses the spread within strata, and about 0 for a lone cluster', () => {
  // Within {2, 3} and {5, 4} each u lies 0.0125 from its mean: 2 strata × 2 × 2 × 0.0125².
  expect(directEstimate(y, n, equal, ['a', 'a', 'b', 'b']).se).toBeCloseTo(Math.sqrt(0.00125), 14)
  // u of the lone cluster is 0.0125; the other three have Σ(u − ū)² = 0.0029166…, times 3/2.
  const lone = directEstimate(y, n, equal, ['a', 'a', 'a', 'b']).se ?? 0
  expect(lone ** 2).toBeCloseTo(0.0125 ** 2 + 1.5 * (0.0375 ** 2 * 2 + 0.0125 ** 2 - 0.0125 ** 2 / 3), 14)
})

it('weights clusters', () => {
  const { p, se } = directEstimate([2, 8], [10, 10], [3, 1], [null, null])
  expect(p).toBeCloseTo(14 / 40, 14)
  // u = (3·(2 − 3.5), 8 − 3.5)/40 = ∓0.1125
  expect(se).toBeCloseTo(Math.sqrt(2 * 2 * 0.1125 ** 2), 14)
})

it('has no interval for one cluster, for 0 and for 1', () => {
  expect(directEstimate([2], [10], [1], [null])).toEqual({
    p: 0.2,
    se: null,
    lower: null,
    upper: null,
    logitSe: null,
  })
  expect(directEstimate([0, 0], [10, 10], [1, 1], [null, null]).lower).toBeNull()
  expect(directEstimate([9, 9], [9, 9], [1, 1], [null, null]).upper).toBeNull()
})

it('tests only units with enough clusters, and passes them by the modelled mean', () => {
  const count = 9
  const clusters = {
    id: Array.from({ length: count }, (_, index) => String(index)),
    longitude: new Float64Array(count),
    latitude: new Float64Array(count),
    numerator: Float64Array.of(2, 3, 5, 4, 2, 3, 5, 4, 1),
    denominator: new Float64Array(count).fill(10),
    weight: new Float64Array(count).fill(1),
    stratum: Array.from({ length: count }, () => null),
    urban: null,
  }
  const level = {
    level: 1 as const,
    unitCount: 4,
    cellUnit: new Int32Array(0),
    clusterUnit: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 2),
  }
  const draws = Float64Array.of(0.4, 0.3, 0.6, 0.7, 0.1, 0.2, NaN, NaN)
  const task = { level, clusters, unitDraws: draws, draws: 2, minClusters: 4, decisions: [] }
  const estimates = adminEstimates(task)
  expect(estimates.map(({ clusters: inside, pass }) => [inside, pass])).toEqual([
    [4, true],
    [4, false],
    [1, null],
    [0, null],
  ])
  expect(estimates[0].modelled).toBeCloseTo(0.35, 14)
  // 401 draws: about the eleventh from either end, for any definition of a quantile.
  const even = Float64Array.from({ length: 401 }, (_, i) => (100 + i) / 1000)
  const one = { ...level, unitCount: 1, clusterUnit: new Int32Array(count) }
  const [wide] = adminEstimates({ ...task, level: one, unitDraws: even, draws: 401 })
  expect(wide.modelledLower).toBeCloseTo(0.11, 2)
  expect(wide.modelledUpper).toBeCloseTo(0.49, 2)
  expect(estimates[0].z).toBeCloseTo(0, 12)
  expect(estimates[1].z).toBeGreaterThan(1.96)
  expect(estimates[2].z).toBeNull()
  expect(estimates[3]).toMatchObject({ observed: null, modelled: null, modelledLower: null })
  expect(tally(estimates, 1)).toEqual({ tested: 2, passed: 1 })
  const strict = adminEstimates({ ...task, minClusters: 5 })
  expect(strict.map(({ pass, z }) => [pass, z])).toEqual(strict.map(() => [null, null]))
  expect(tally(estimates, 2)).toEqual({ tested: 0, passed: 0 })
})
