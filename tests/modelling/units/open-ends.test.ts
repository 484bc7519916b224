import { describe, expect, it } from 'vitest'
import { adminEstimates } from '#service/modelling/units/admin-estimates.ts'
import { unitDecisions } from '#service/modelling/units/decisions.ts'
import { boundFindings } from '#service/modelling/diagnostics/findings.ts'
import { openEnds, withExactLimit } from '#service/modelling/units/open-ends.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import type { AdminEstimate, AdminUnits } from '#service/modelling/units/admin-types.ts'
import type { LayerInput } from '#service/modelling/layer-types.ts'

// Clusters of 50 people from west to east: none, none, some, all, all. Cells at the same places, and two at others.
const numerator = [0, 0, 3, 50, 50]
const clusters: LayerInput['clusters'] = {
  id: ['a', 'b', 'c', 'd', 'e'],
  longitude: Float64Array.of(1.1, 2, 3, 4, 5),
  latitude: new Float64Array(5),
  numerator: Float64Array.from(numerator),
  denominator: new Float64Array(5).fill(50),
  weight: new Float64Array(5).fill(1),
  stratum: [null, null, null, null, null],
  urban: null,
}
const cells = {
  longitude: Float64Array.of(1, 2, 3, 4, 5, 1.2, 2.8),
  latitude: new Float64Array(7),
  covariates: [],
  population: null,
}
const level = (cellUnit: number[], clusterUnit: number[]): AdminUnits => ({
  level: 1,
  unitCount: Math.max(...cellUnit) + 1,
  cellUnit: Int32Array.from(cellUnit),
  clusterUnit: Int32Array.from(clusterUnit),
})
const units = level([0, 0, 1, 2, 2, 3, 4], [0, 0, 1, 2, 2])

describe('units around which no one, or everyone, is a case', () => {
  it('are open at that end, whether the clusters are their own or not', () => {
    expect(openEnds(units, { clusters, cells })).toEqual(['lower', null, 'upper', 'lower', null])
  })
  it('are closed by a case of their own, and of a neighbour as long as they have fewer than 100 people', () => {
    const single = level([0, 1, 2, 3, 4, 0, 2], [0, 1, 2, 3, 4])
    // b is nearer to a than to c.
    expect(openEnds(single, { clusters, cells })).toEqual(['lower', 'lower', null, null, 'upper'])
    const fewer = { ...clusters, denominator: clusters.denominator.with(0, 49) }
    expect(openEnds(single, { clusters: fewer, cells })).toEqual([null, null, null, null, 'upper'])
    expect(openEnds(level([0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0]), { clusters, cells })).toEqual([null])
  })
  it('have their centre where their people live', () => {
    const one = level([0, 0, 0, 0, 0, 0, 0], [-1, -1, -1, -1, -1])
    const ends = (people: number[]) =>
      openEnds(one, { clusters, cells: { ...cells, population: Float64Array.from(people) } })
    expect(ends([9, 1, 0, 0, 0, 0, 0])).toEqual(['lower'])
    expect(ends([0, 0, 0, 1, 9, 0, 0])).toEqual(['upper'])
    expect(ends([0, 0, 0, 0, 0, 0, 0])).toEqual([null])
  })
  it('are the whole survey if it has fewer people, as is the nation', () => {
    const none = { ...clusters, numerator: new Float64Array(5), denominator: new Float64Array(5).fill(3) }
    expect(openEnds(units, { clusters: none, cells })).toEqual(Array.from({ length: 5 }, () => 'lower'))
    const some = { ...none, numerator: none.numerator.with(4, 1) }
    expect(openEnds(units, { clusters: some, cells })).toEqual(Array.from({ length: 5 }, () => null))
  })
  it('say nothing without a cell or a cluster', () => {
    const empty = { ...units, unitCount: 6 }
    expect(openEnds(empty, { clusters, cells })[5]).toBeNull()
  })
})

describe('an open end', () => {
  // Ten draws of five units; the model alone puts the first highest and the third lowest.
  const draws = Float64Array.from(
    [0.5, 0.4, 0.1, 0.2, 0.3].flatMap((p) => Array.from({ length: 10 }, (_, d) => p + d / 1000)),
  )
  const open = openEnds(units, { clusters, cells })
  const decisions = unitDecisions(draws, 10, new Float64Array(5).fill(100), 0.25, open)
  const estimates = adminEstimates({
    level: units,
    clusters,
    unitDraws: draws,
    draws: 10,
    minClusters: 10,
    decisions,
    open,
  })

  it('is 0 or 1; the other limit and the mean are those of the draws', () => {
    expect(estimates.map(({ modelledLower }) => modelledLower === 0)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(estimates.map(({ modelledUpper }) => modelledUpper === 1)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ])
    expect(estimates[0].modelledUpper).toBeCloseTo(0.509, 9)
    expect(estimates[0].modelled).toBeCloseTo(0.5045, 9)
    expect(estimates[2].modelledLower).toBeCloseTo(0.1, 9)
  })
  it('lets the unit rank last or first, with nobody or everybody affected; probabilities stay', () => {
    expect(decisions.map((one) => [one!.rankLower, one!.rankUpper])).toEqual([
      [1, 5],
      [2, 2],
      [1, 5],
      [4, 5],
      [3, 3],
    ])
    expect(decisions[0]).toMatchObject({ affectedLower: 0, exceedance: 1, highest: 1 })
    expect(decisions[2]).toMatchObject({ affectedUpper: 100, exceedance: 0, highest: 0 })
  })
  it('is a finding, counted by level', () => {
    expect(boundFindings(clusters, estimates).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^No cluster has a case in 2 ADM1 units, nor do those around them, /),
      expect.stringMatching(/^Every person is a case in the clusters of 1 ADM1 unit, /),
    ])
    expect(boundFindings(clusters, estimates.slice(1, 2))).toEqual([])
  })
})

it("a country without a case has a limit no closer than the exact one, and the model's if that is farther away", () => {
  const estimate = (modelledLower: number, modelledUpper: number) =>
    ({ modelledLower, modelledUpper, decision: null }) as AdminEstimate
  // R: binom.test(0, 250)$conf.int[2]
  const exact = expect.closeTo(0.0146471886, 9) as number
  const none = (upper: number) => withExactLimit(estimate(0, upper), clusters, 'lower')
  expect(none(0.01)).toMatchObject({ observedLower: 0, observedUpper: exact, modelledUpper: exact })
  expect(none(0.2)).toMatchObject({ modelledLower: 0, modelledUpper: 0.2 })
  const all = withExactLimit(estimate(0.99, 1), clusters, 'upper')
  expect([1 - all.modelledLower!, all.modelledUpper, all.observedUpper]).toEqual([exact, 1, 1])
  expect(withExactLimit(estimate(0.1, 0.2), clusters, null)).toEqual(estimate(0.1, 0.2))
})

describe('a country of 100 units with 250 clusters', () => {
  const UNITS = 100
  /** Units and clusters on a square; `open` is the share of open ends among units whose clusters have no case. */
  function simulate(prevalenceAt: (longitude: number) => number, seed: number) {
    const random = seededRandom(seed)
    const place = () => [random.uniform(), random.uniform()] as const
    const seats = Array.from({ length: UNITS }, place)
    const unitAt = ([x, y]: readonly [number, number]) => {
      const distances = seats.map(([east, north]) => (x - east) ** 2 + (y - north) ** 2)
      return distances.indexOf(Math.min(...distances))
    }
    const columns = (places: (readonly [number, number])[]) => ({
      longitude: Float64Array.from(places, ([x]) => x),
      latitude: Float64Array.from(places, ([, y]) => y),
    })
    const sampled = Array.from({ length: 250 }, place)
    const grid = Array.from(
      { length: 2500 },
      (_, c) => [((c % 50) + 0.5) / 50, (Math.floor(c / 50) + 0.5) / 50] as const,
    )
    const denominator = Float64Array.from(sampled, () => 15 + random.below(20))
    const numerator = denominator.map((n, i) => {
      let cases = 0
      for (let person = 0; person < n; person++) if (random.uniform() < prevalenceAt(sampled[i][0])) cases++
      return cases
    })
    const clusterUnit = Int32Array.from(sampled, unitAt)
    const ends = openEnds(
      { level: 2, unitCount: UNITS, cellUnit: Int32Array.from(grid, unitAt), clusterUnit },
      {
        clusters: { ...clusters, ...columns(sampled), numerator, denominator },
        cells: { ...columns(grid), covariates: [], population: null },
      },
    )
    const cases = new Float64Array(UNITS)
    clusterUnit.forEach((unit, i) => (cases[unit] += numerator[i]))
    const open = (wanted: (unit: number) => boolean) => {
      const chosen = [...cases.keys()].filter((unit) => cases[unit] === 0 && wanted(unit))
      return chosen.filter((unit) => ends[unit] === 'lower').length / chosen.length
    }
    return { open, east: (unit: number) => seats[unit][0] > 0.55 }
  }

  it('has few intervals from 0 where 4 % are cases, although many units have none', () => {
    expect(simulate(() => 0.04, 1).open(() => true)).toBeLessThan(0.2)
  })
  it('has them in a region where no one is a case', () => {
    const { open, east } = simulate((longitude) => (longitude > 0.5 ? 0 : 0.3), 1)
    expect(open(east)).toBeGreaterThan(0.95)
  })
})
