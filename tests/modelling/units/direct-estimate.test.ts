import { expect, it } from 'vitest'
import { adminEstimates, tally } from '#service/modelling/units/admin-estimates.ts'
import { directEstimate } from '#service/modelling/units/direct-estimate.ts'
import { expit, logit } from '#service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean } from '#service/modelling/likelihood/predictive.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'

const survey = (
  y: readonly number[],
  n: readonly number[],
  w: readonly number[] = y.map(() => 1),
  stratum: (string | null)[] = y.map(() => null),
) => ({
  numerator: Float64Array.from(y),
  denominator: Float64Array.from(n),
  weight: Float64Array.from(w),
  stratum,
})
const y = [2, 3, 5, 4]
const n = [10, 10, 10, 10]

it('gives ratio, standard error and interval as computed by hand', () => {
  // r = (−1.5, −0.5, 1.5, 0.5)/40, Σr² = 0.003125, times 4/3: v = 0.0041667, below 0.35·0.65/40 = 0.0056875. So n* is
  // 40, and half of the interval 3.182446/√(40·0.35·0.65).
  const { p, se, lower, upper, logitSe } = directEstimate(survey(y, n))
  expect(p).toBeCloseTo(0.35, 14)
  expect(se).toBeCloseTo(Math.sqrt(0.003125 * (4 / 3)), 14)
  const half = 3.1824463052837078 / Math.sqrt(40 * 0.35 * 0.65)
  expect(lower).toBeCloseTo(expit(logit(0.35) - half), 12)
  expect(upper).toBeCloseTo(expit(logit(0.35) + half), 12)
  expect(logitSe).toBeCloseTo(half / 1.959963984540054, 12)
})

it('uses the spread within strata, and about 0 for a lone cluster', () => {
  // Within {2, 3} and {5, 4} each r lies 0.0125 from its mean: 2 strata × 2 × 2 × 0.0125².
  const pairs = survey(y, n, undefined, ['a', 'a', 'b', 'b'])
  expect(directEstimate(pairs).se).toBeCloseTo(Math.sqrt(0.00125), 14)
  // r of the lone cluster is 0.0125; the other three have Σ(r − r̄)² = 0.0029166…, times 3/2.
  const lone = directEstimate(survey(y, n, undefined, ['a', 'a', 'a', 'b'])).se ?? 0
  expect(lone ** 2).toBeCloseTo(0.0125 ** 2 + 1.5 * (0.0375 ** 2 * 2 + 0.0125 ** 2 - 0.0125 ** 2 / 3), 14)
})

it('weights clusters', () => {
  const { p, se } = directEstimate(survey([2, 8], [10, 10], [3, 1]))
  expect(p).toBeCloseTo(14 / 40, 14)
  // r = (3·(2 − 3.5), 8 − 3.5)/40 = ∓0.1125
  expect(se).toBeCloseTo(Math.sqrt(2 * 2 * 0.1125 ** 2), 14)
})

/**
 * library(survey); options(survey.lonely.psu = "adjust")
 * d <- data.frame(y, n, w, h, u); d$id <- seq_len(nrow(d))
 * des <- svydesign(ids = ~id, strata = ~h, weights = ~w, data = d)
 * r <- svyby(~y, by = ~u, denominator = ~n, design = des, svyratio)
 * nation <- svyratio(~y, ~n, des); df <- degf(des[d$u == "u1", ]) and so on
 * p <- r[["y/n"]]; v <- r[["se.y/n"]]^2
 * half <- qt(.975, df)/sqrt(pmin(tapply(d$n, d$u, sum), p*(1-p)/v)*p*(1-p)); plogis(qlogis(p) -+ half)
 * R 4.2.2, survey 4.1-1. Stratum d has one cluster; a, b and c are cut by the domains u1 to u4.
 */
const design = {
  y: [2, 3, 5, 4, 7, 1, 0, 6, 9, 2, 3, 8, 4, 5, 1, 2, 6, 3],
  n: [10, 12, 15, 11, 20, 9, 8, 14, 22, 10, 13, 19, 12, 16, 7, 11, 18, 10],
  w: [0.4, 1.3, 2.2, 0.9, 0.5, 1.7, 3.1, 0.8, 1.1, 0.6, 2.4, 1.9, 0.7, 1.2, 5.3, 0.35, 1.45, 0.95],
  h: 'aaaaabbbbbbccccdee'.split(''),
  u: '112231223333344444'.split(''),
}

it.each([
  ['1', 0.18338108882521492, 0.043194951345415303, 0.00061650011404575989, 0.98791489874319416],
  ['2', 0.24588086185044356, 0.093452147989144932, 0.035943190468533052, 0.74035299965178714],
  ['3', 0.34339948231233819, 0.043326923088630349, 0.20879384528002221, 0.50896115913189832],
  ['4', 0.24595300261096611, 0.049763630183182715, 0.084001618915134454, 0.5370693759214541],
])('equals R of a domain that cuts strata: u%s', (name, p, se, lower, upper) => {
  const inside = [...design.u.keys()].filter((i) => design.u[i] === name)
  const direct = directEstimate(survey(design.y, design.n, design.w, design.h), inside)
  for (const [value, figure] of [
    [direct.p, p],
    [direct.se, se],
    [direct.lower, lower],
    [direct.upper, upper],
  ] as const)
    expect(Math.abs(value! / figure - 1)).toBeLessThan(1e-9)
})

it('equals R of the whole design', () => {
  const { p, se } = directEstimate(survey(design.y, design.n, design.w, design.h))
  expect(Math.abs(p / 0.27392840682132436 - 1)).toBeLessThan(1e-9)
  expect(Math.abs(se! / 0.037634441500167162 - 1)).toBeLessThan(1e-9)
})

it.each([
  ['one cluster', survey([2], [10])],
  ['two clusters', survey([2, 3], [10, 10])],
  ['no case', survey([0, 0, 0], [10, 10, 10])],
  ['only cases', survey([9, 9, 9], [9, 9, 9])],
  ['every cluster alone in its stratum', survey([2, 3, 4], [9, 9, 9], undefined, ['a', 'b', 'c'])],
])('has no interval for %s', (_, clusters) => {
  const { lower, upper, logitSe } = directEstimate(clusters)
  expect([lower, upper, logitSe]).toEqual([null, null, null])
})

it('is no more certain than a random sample of as many people, however alike the clusters are', () => {
  // "Zone 8, 2 clusters, 13.4 % (13.3–13.6 %)", and a third one like them.
  const { lower, upper } = directEstimate(survey([4, 4, 4], [30, 30, 30]))
  expect(lower).toBeLessThan(0.06)
  expect(upper).toBeGreaterThan(0.27)
})

it('covers at least 93 % with 3, 4 and 5 clusters', () => {
  const random = seededRandom(4, 9)
  const [level, sd] = [-0.8, 0.6]
  const truth = logisticNormalMean(level, sd)
  const held = [0, 0, 0]
  let surveys = 0
  for (; surveys < 400; surveys++) {
    // One stratum of 60 clusters, which the domains cut.
    const people = Array.from({ length: 60 }, () => 15 + random.below(15))
    const cases = people.map((count) => {
      const p = expit(level + sd * random.normal())
      return Array.from({ length: count }, () => random.uniform()).filter((u) => u < p).length
    })
    const clusters = survey(
      cases,
      people,
      people.map(() => Math.exp(0.3 * random.normal())),
    )
    for (const [at, size] of [3, 4, 5].entries()) {
      const { lower, upper } = directEstimate(
        clusters,
        Array.from({ length: size }, (_, i) => 10 * at + i),
      )
      if (lower! <= truth && truth <= upper!) held[at]++
    }
  }
  for (const count of held) expect(count / surveys).toBeGreaterThanOrEqual(0.93)
})

it('passes a unit exactly if its modelled mean lies inside the direct interval', () => {
  const clusters = {
    ...survey([2, 3, 5, 4, 6], [10, 20, 15, 10, 30], [1, 2, 1.5, 0.5, 1], ['a', 'a', 'a', 'b', 'b']),
    id: ['1', '2', '3', '4', '5'],
    longitude: new Float64Array(5),
    latitude: new Float64Array(5),
    urban: null,
  }
  const level = {
    level: 1 as const,
    unitCount: 1,
    cellUnit: new Int32Array(0),
    clusterUnit: new Int32Array(5),
  }
  const outcomes = Array.from({ length: 99 }, (_, i) => (i + 1) / 100).map((mean) => {
    const unitDraws = Float64Array.of(mean)
    const [unit] = adminEstimates({ level, clusters, unitDraws, draws: 1, minClusters: 3, decisions: [] })
    expect(unit.pass).toBe(mean > unit.observedLower! && mean < unit.observedUpper!)
    expect(unit.pass).toBe(Math.abs(unit.z!) <= 1.96)
    return unit.pass
  })
  expect(new Set(outcomes)).toEqual(new Set([true, false]))
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
