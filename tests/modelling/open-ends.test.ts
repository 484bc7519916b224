import { describe, expect, it } from 'vitest'
import { adminEstimates } from '#service/modelling/admin-estimates.ts'
import { unitDecisions } from '#service/modelling/decisions.ts'
import { boundFindings } from '#service/modelling/findings.ts'
import { openEnds, withExactLimit } from '#service/modelling/open-ends.ts'
import type { AdminEstimate, AdminUnits } from '#service/modelling/admin-types.ts'
import type { LayerInput } from '#service/modelling/layer-types.ts'

// Clusters from west to east: none, none, some, all. Cells at the same places, and two at others.
const numerator = [0, 0, 3, 10]
const clusters: LayerInput['clusters'] = {
  id: ['a', 'b', 'c', 'd'],
  longitude: Float64Array.of(1, 2, 3, 4),
  latitude: new Float64Array(4),
  numerator: Float64Array.from(numerator),
  denominator: new Float64Array(4).fill(10),
  weight: new Float64Array(4).fill(1),
  stratum: [null, null, null, null],
  urban: null,
}
const cells = {
  longitude: Float64Array.of(1, 2, 3, 4, 1.2, 2.8),
  latitude: new Float64Array(6),
  covariates: [],
  population: null,
}
const level = (cellUnit: number[], clusterUnit: number[]): AdminUnits => ({
  level: 1,
  unitCount: Math.max(...cellUnit) + 1,
  cellUnit: Int32Array.from(cellUnit),
  clusterUnit: Int32Array.from(clusterUnit),
})
const units = level([0, 0, 1, 2, 3, 4], [0, 0, 1, 2])

describe('units whose clusters have no case, or only cases', () => {
  it('are open at that end; those without a cluster go by the clusters nearest to their cells', () => {
    expect(openEnds(units, { clusters, cells })).toEqual(['lower', null, 'upper', 'lower', null])
  })
  it('are closed if one of their clusters, or of the nearest ones, says otherwise', () => {
    expect(openEnds(level([0, 0, 0, 1, 2, 2], [0, 0, 0, 1]), { clusters, cells })).toEqual([
      null,
      'upper',
      null,
    ])
    expect(openEnds(level([0, 0, 0, 0, 0, 0], [0, 0, 0, 0]), { clusters, cells })).toEqual([null])
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
      expect.stringMatching(/^No cluster has a case in 2 ADM1 units, /),
      expect.stringMatching(/^Every person is a case in the clusters of 1 ADM1 unit, /),
    ])
    expect(boundFindings(clusters, estimates.slice(1, 2))).toEqual([])
  })
})

it("a country without a case has a limit no closer than the exact one, and the model's if that is farther away", () => {
  const estimate = (modelledLower: number, modelledUpper: number) =>
    ({ modelledLower, modelledUpper, decision: null }) as AdminEstimate
  // R: binom.test(0, 40)$conf.int[2]
  const exact = expect.closeTo(0.0880973029, 9) as number
  const none = (upper: number) => withExactLimit(estimate(0, upper), clusters, 'lower')
  expect(none(0.05)).toMatchObject({ observedLower: 0, observedUpper: exact, modelledUpper: exact })
  expect(none(0.2)).toMatchObject({ modelledLower: 0, modelledUpper: 0.2 })
  const all = withExactLimit(estimate(0.95, 1), clusters, 'upper')
  expect([1 - all.modelledLower!, all.modelledUpper, all.observedUpper]).toEqual([exact, 1, 1])
  expect(withExactLimit(estimate(0.1, 0.2), clusters, null)).toEqual(estimate(0.1, 0.2))
})
