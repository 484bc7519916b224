import { describe, expect, it } from 'vitest'
import { unitDecisions } from '#service/modelling/units/decisions.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import type { FittedModel } from '#service/modelling/model.ts'
import type { AdminUnits } from '#service/modelling/units/admin-types.ts'

describe('what joint draws say about units', () => {
  // Four draws of four units; the third has no cells.
  const rows = [
    [0.1, 0.2, 0.3, 0.4],
    [0.2, 0.1, 0.4, 0.5],
    [NaN, NaN, NaN, NaN],
    [0.05, 0.04, 0.35, 0.6],
  ]
  const draws = Float64Array.from(rows.flat())
  const people = Float64Array.of(1000, 2000, 0, 10)
  const [first, second, none, fourth] = unitDecisions(draws, 4, people, 0.2)

  it('ranks them within each draw, 1 the highest', () => {
    expect(none).toBeNull()
    expect([first!.highest, second!.highest, fourth!.highest]).toEqual([0.25, 0.5, 0.25])
    // Ranks by draw: 2, 1, 3, 3; 1, 2, 1, 2; 3, 3, 2, 1.
    expect([first!.rank, second!.rank, fourth!.rank]).toEqual([2.5, 1.5, 2.5])
    expect([first!.rankLower, first!.rankUpper]).toEqual([1, 3])
    expect([second!.rankLower, second!.rankUpper]).toEqual([1, 2])
  })
  it('says how likely each is among the highest and lowest fifth, rounded up', () => {
    // Six units with cells, so two of them; the first is among these in three of four draws.
    const six = [
      [0.6, 0.6, 0.5, 0.1],
      [0.5, 0.7, 0.6, 0.9],
      [0.1, 0.1, 0.1, 0.5],
      [NaN, NaN, NaN, NaN],
      [0.2, 0.2, 0.2, 0.2],
      [0.3, 0.3, 0.3, 0.3],
      [0.4, 0.4, 0.4, 0.4],
    ]
    const decisions = unitDecisions(Float64Array.from(six.flat()), 4, null, null)
    expect(decisions.map((one) => one?.highestFifth)).toEqual([0.75, 1, 0.25, undefined, 0, 0, 0])
    expect(decisions.map((one) => one?.lowestFifth)).toEqual([0.25, 0, 0.75, undefined, 1, 0, 0])
    expect(decisions[0]!.highest).toBe(0.25)
    expect([first!, second!, fourth!].map((one) => one.highestFifth)).toEqual([0.25, 0.5, 0.25])
  })
  it('counts people and draws above the threshold', () => {
    expect(second).toMatchObject({ people: 2000, exceedance: 0.5 })
    expect(second!.affected).toBeCloseTo(600, 9)
    expect(second!.affectedLower).toBeCloseTo(200, 9)
    expect(second!.affectedUpper).toBeCloseTo(1000, 9)
    expect(unitDecisions(draws, 4, null, null)[0]).toMatchObject({
      people: null,
      affected: null,
      affectedLower: null,
      affectedUpper: null,
      exceedance: null,
      highest: 0.25,
    })
  })
})

describe('hundreds of draws', () => {
  it('leave out as many of the largest as of the smallest', () => {
    // 1/400, 2/400 … 399/400, so that each share is its own quantile.
    const draws = 399
    const shuffled = Float64Array.from({ length: draws }, (_, i) => (((i * 149) % draws) + 1) / 400)
    const [unit] = unitDecisions(shuffled, draws, Float64Array.of(4000), 0.5)
    expect(unit!.affected).toBeCloseTo(2000, 9)
    expect(unit!.affectedLower).toBeCloseTo(100, 9)
    expect(unit!.affectedUpper).toBeCloseTo(3900, 9)
    expect(unit!.exceedance).toBe(199 / draws)
  })
})

describe('what joint draws say about cells', () => {
  const cells = {
    longitude: Float64Array.of(1, 2, 3),
    latitude: Float64Array.of(5, 5, 5),
    covariates: [],
    population: Float64Array.of(100, NaN, 50),
  }
  const all: AdminUnits = {
    level: 1,
    unitCount: 1,
    cellUnit: new Int32Array(3),
    clusterUnit: new Int32Array(0),
  }
  const fit = {
    async drawCells(_, { visit }) {
      visit(0, Float64Array.of(0.1, 0.2, 0.3, 0.4))
      visit(1, Float64Array.of(0.9, 0.9, 0.9, 0.9))
      visit(2, Float64Array.of(0.2, 0.2, 0.2, 0.2))
    },
  } as Partial<FittedModel> as FittedModel

  it('is how often they exceed the threshold, and how many people are affected', async () => {
    const { exceedance, people, unitPeople } = await predictCells(fit, cells, [all], {
      draws: 4,
      seed: 1,
      threshold: 0.2,
    })
    expect([...exceedance!]).toEqual([0.5, 1, 0])
    expect(people![0]).toBeCloseTo(25, 5)
    expect(people![1]).toBe(0)
    expect(people![2]).toBeCloseTo(10, 5)
    expect([...unitPeople[0]]).toEqual([150])
  })
  it('is nothing without a threshold or a population', async () => {
    const bare = { ...cells, population: null }
    const surface = await predictCells(fit, bare, [all], { draws: 4, seed: 1 })
    expect(surface).toMatchObject({ exceedance: null, people: null })
    expect([...surface.unitPeople[0]]).toEqual([0])
  })
})
