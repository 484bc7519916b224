import { expect, it } from 'vitest'
import { classifyUrban, urbanFindings, withUrban } from '#service/modelling/survey/urban.ts'
import { readUrban } from '#service/domain/surveys/points/read-urban.ts'
import { simulateCountry } from '../simulated-country.ts'

const { input } = simulateCountry({ clusters: 60, columns: 12, rows: 10, units: 3, seed: 9 })
const flags = (urban: number) => Uint8Array.from({ length: 60 }, (_, i) => (i < urban ? 1 : 0))

it('classifies the densest cells until they contain the share', () => {
  const equator = new Float64Array(5)
  expect([...classifyUrban(Float64Array.of(10, 50, 5, 25, 10), equator, 0.75)]).toEqual([0, 1, 0, 1, 0])
  expect([...classifyUrban(Float64Array.of(10, 50, 5, 25, 10), equator, 0)]).toEqual([0, 0, 0, 0, 0])
  expect([...classifyUrban(Float64Array.of(10, 50, 5, 25, 10), equator, 1)]).toEqual([1, 1, 1, 1, 1])
  // 60 people on a cell at 60° north live as densely as 120 at the equator.
  expect([...classifyUrban(Float64Array.of(100, 60), Float64Array.of(0, 60), 0.4)]).toEqual([0, 1])
})

it('takes the density of a cell at the outline from all people who live in it', () => {
  const people = Float64Array.of(30, 50, 0)
  expect([...classifyUrban(people, new Float64Array(3), 0.3, Float64Array.of(0.25, 1, 0))]).toEqual([1, 0, 0])
  expect([...classifyUrban(people, new Float64Array(3), 0.3)]).toEqual([0, 0, 0])
})

it("adds the stratum as a covariate, with the survey's weighted share", () => {
  const clusters = {
    ...input.clusters,
    urban: flags(20),
    weight: flags(20).reduce((w, u, i) => (w.set([u ? 0.5 : 1], i), w), new Float64Array(60)),
  }
  const { input: extended, stratum } = withUrban({ ...input, clusters })
  const weighted = (only: number) =>
    clusters.denominator.reduce(
      (sum, n, i) => sum + (only < 0 || clusters.urban[i] === only ? n * clusters.weight[i] : 0),
      0,
    )
  const share = weighted(1) / weighted(-1)
  expect(stratum).toEqual({ share, sampledShare: share, urbanClusters: 20 })
  expect(extended.covariateNames).toEqual(['relief', 'remoteness', 'urban'])
  expect([...extended.covariatesAtClusters[2]]).toEqual([...clusters.urban])
  const people = input.cells.population!
  const inTowns = people.reduce((sum, value, i) => sum + value * extended.cells.covariates[2][i], 0)
  expect(inTowns / people.reduce((sum, value) => sum + value, 0)).toBeCloseTo(stratum!.share, 1)
})

it('classifies cells to a given share instead', () => {
  const given = { ...input, clusters: { ...input.clusters, urban: flags(40) } }
  const { input: extended, stratum } = withUrban(given, 0.2)
  expect(stratum).toMatchObject({ share: 0.2, sampledShare: expect.closeTo(2 / 3, 1) as number })
  const people = input.cells.population!
  const inTowns = people.reduce((sum, value, i) => sum + value * extended.cells.covariates[2][i], 0)
  expect(inTowns / people.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0.2, 1)
})

it.each([
  [null, true, null, null],
  [
    null,
    true,
    0.3,
    'The layer gives the urban share of the people, but the survey does not say which clusters are urban',
  ],
  [20, true, 0.3, null],
  [20, false, null, 'The survey marks urban clusters, but the layer has no population band'],
  [9, true, null, 'The survey marks urban clusters, but only 9 of its 60 clusters are urban, fewer than 10'],
  [60, true, null, 'The survey marks urban clusters, but none of its 60 clusters is rural'],
])(
  'finds what has no effect: %s urban clusters, population %s, share %s',
  (urban, population, share, reason) => {
    const given = {
      ...input,
      clusters: { ...input.clusters, urban: urban === null ? null : flags(urban) },
      cells: { ...input.cells, population: population ? input.cells.population : null },
    }
    expect(urbanFindings(given, share).map(({ message }) => message)).toEqual(
      reason === null ? [] : [`${reason}, so towns count as they were sampled.`],
    )
  },
)

it.each([
  [14, 'only 4.7 cases would'],
  [16, null],
  [1484, null],
  [1486, 'only 4.7 people who are not cases would'],
])('leaves towns out where too few of the rarer kind would be expected: %s cases of 1500', (cases, found) => {
  const clusters = {
    ...input.clusters,
    urban: flags(20),
    denominator: new Float64Array(60).fill(25),
    // None in towns: what was counted there does not decide.
    numerator: new Float64Array(60).map((_, i) => (i < 20 ? 0 : cases / 40)),
    weight: new Float64Array(60).map((_, i) => (i < 20 ? 0.5 : 1)),
  }
  const given = { ...input, clusters }
  expect(withUrban(given).stratum === null).toBe(found !== null)
  expect(urbanFindings(given, null).map(({ message }) => message)).toEqual(
    found === null
      ? []
      : [
          `The survey marks urban clusters, but at its overall prevalence, ${found} be expected in urban clusters, fewer than 5, so towns count as they were sampled.`,
        ],
  )
})

it.each([
  ['nobody says which clusters are urban', { urban: null, population: true }],
  ['there is no population', { urban: flags(20), population: false }],
  ['fewer than ten clusters are urban', { urban: flags(9), population: true }],
  ['fewer than ten clusters are rural', { urban: flags(51), population: true }],
])('leaves the input unchanged if %s', (_, { urban, population }) => {
  const given = {
    ...input,
    clusters: { ...input.clusters, urban },
    cells: { ...input.cells, population: population ? input.cells.population : null },
  }
  expect(withUrban(given)).toEqual({ input: given, stratum: null })
})

it('does not take the urban share of a sample without weights for that of the people', () => {
  const clusters = { ...input.clusters, urban: flags(20) }
  const weighted = clusters.weight.map((_, i) => (i < 20 ? 0.5 : 1))
  const same = clusters.weight.map(() => 2.5)
  expect(withUrban({ ...input, clusters }).stratum).toBeNull()
  expect(withUrban({ ...input, clusters: { ...clusters, weight: same } }).stratum).toBeNull()
  expect(withUrban({ ...input, clusters: { ...clusters, weight: weighted } }).stratum).not.toBeNull()
  const [finding, ...others] = urbanFindings({ ...input, clusters }, null)
  expect(others).toEqual([])
  expect(finding.kind).toBe('urban-share')
  expect(finding.message).toContain(
    'Give weights, or the urban share of the population: urban_share; or state that towns were not oversampled: urban_share = sample',
  )
  const sampled = clusters.denominator.reduce((sum, n, i) => sum + (i < 20 ? n : 0), 0)
  const share = sampled / clusters.denominator.reduce((sum, n) => sum + n, 0)
  expect(withUrban({ ...input, clusters }, 'sample').stratum).toMatchObject({ share, sampledShare: share })
  expect(withUrban({ ...input, clusters }, 0.2).stratum).toMatchObject({ share: 0.2 })
  for (const answer of ['sample', 0.2] as const)
    expect(urbanFindings({ ...input, clusters }, answer)).toEqual([])
  expect(urbanFindings({ ...input, clusters: { ...clusters, weight: weighted } }, null)).toEqual([])
})

it.each([
  [
    ['1', '2', '2'],
    [1, 0, 0],
  ],
  [
    ['1', '0', ' 0 '],
    [1, 0, 0],
  ],
  [
    ['Urban', 'rural', 'U'],
    [1, 0, 1],
  ],
])('reads %j', (texts, expected) => {
  expect(readUrban({ row: Uint32Array.of(2, 3, 4), urban: texts })).toEqual({
    urban: Uint8Array.from(expected),
    problem: null,
  })
})

it('says which row makes the column unusable', () => {
  // Row 3 of the file is blank.
  expect(readUrban({ row: Uint32Array.of(2, 4, 5), urban: ['1', '', '2'] })).toEqual({
    urban: null,
    problem: {
      row: 4,
      message:
        "'' is neither urban nor rural, so the urban column is not used; expected urban or rural, U or R, 1 or 0, or 1 or 2.",
    },
  })
})
