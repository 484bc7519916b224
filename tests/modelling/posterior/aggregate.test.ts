import { expect, test } from 'vitest'
import { samplingDensity, withDensity } from '#service/modelling/inference/sampling-density.ts'
import type { LayerInput } from '#service/modelling/layer-types.ts'
import { aggregate } from '#service/modelling/posterior/aggregate.ts'
import { drawCells } from '#service/modelling/posterior/draw-cells.ts'
import type { Posterior } from '#service/modelling/posterior/posterior.ts'
import type { AdminUnits } from '#service/modelling/units/admin-types.ts'
import { estimateLevels } from '#service/modelling/units/estimate-levels.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { findRaking, raked } from '#service/modelling/units/raking.ts'
import type { RakeTo } from '#service/modelling/units/raking-types.ts'
import { withUrban } from '#service/modelling/survey/urban.ts'
import { simulateCountry } from '../simulated-country.ts'
import { posteriorOver } from './simulated-posterior.ts'

const DRAWS = 60
const { input: given } = simulateCountry({ clusters: 150, columns: 30, rows: 24, units: 6, seed: 2 })
const [own] = given.admin
const posterior = posteriorOver(given.cells, { draws: DRAWS })
const nation: AdminUnits = {
  level: 0,
  unitCount: 1,
  cellUnit: new Int32Array(given.cells.longitude.length),
  clusterUnit: new Int32Array(given.clusters.id.length),
}
const question = {
  levels: given.admin,
  population: given.cells.population,
  urbanShare: null,
  admMinClusters: 5,
  exceedanceThreshold: 0.3,
  rakeTo: null,
}

/** As a layer estimates its units, all cells and the nation included. */
async function layerEstimates(
  { input, of = posterior }: { input: LayerInput; of?: Posterior },
  rakeTo: RakeTo | null = null,
) {
  const levels = [...input.admin, nation]
  const options = { draws: DRAWS, seed: 1 }
  const fit = { drawCells: drawCells.bind(null, of) }
  const raking = rakeTo && (await findRaking(fit, input.cells, rakeTo, levels, options))
  const units = await predictCells(raking ? raked(fit, raking) : fit, input.cells, levels, options)
  const { admMinClusters, exceedanceThreshold } = question
  return estimateLevels(
    levels,
    units,
    input,
    { draws: DRAWS, admMinClusters, exceedanceThreshold },
    raking,
  ).filter(({ level }) => level !== 0)
}

test("a layer's own units have the layer's own figures in every digit", async () => {
  expect((await aggregate(posterior, given, question)).estimates).toEqual(
    await layerEstimates({ input: given }),
  )
})

test('also raked to figures of the nation or of units', async () => {
  const figures = [
    { unit: 1, name: 'One', prevalence: 0.2 },
    { unit: 4, name: 'Four', prevalence: 0.6 },
  ]
  for (const rakeTo of [
    { level: 0, figures: [{ unit: 0, name: 'the country', prevalence: 0.15 }] },
    { level: own.level, figures },
  ] as RakeTo[]) {
    const { estimates } = await aggregate(posterior, given, { ...question, rakeTo })
    expect(estimates).toEqual(await layerEstimates({ input: given }, rakeTo))
  }
  const { estimates } = await aggregate(posterior, given, {
    ...question,
    rakeTo: { level: own.level, figures },
  })
  expect(estimates[1].modelled).toBeCloseTo(0.2, 4)
  expect(estimates[4].modelled).toBeCloseTo(0.6, 4)
})

test("also with towns and the density of sampling among the model's covariates", async () => {
  const { cells, clusters } = given
  const population = cells.longitude.map((_, cell) => 1 + (cell % 50) ** 2)
  const urban = Uint8Array.from(clusters.id, (_, i) => (i % 3 === 0 ? 1 : 0))
  // Most clusters in the south-west: sampled by no even rule.
  const longitude = clusters.longitude.map((value, i) => (i % 5 === 0 ? value : 3.1 + (value - 3) / 4))
  const latitude = clusters.latitude.map((value, i) => (i % 5 === 0 ? value : 4.6 + (value - 4.5) / 4))
  const input = {
    ...given,
    clusters: { ...clusters, urban, longitude, latitude },
    cells: { ...cells, population },
  }
  const complete = withUrban(input, 0.4).input
  const density = samplingDensity(complete.clusters, complete.cells)!.cells
  const inMap = { ...complete, cells: { ...complete.cells, samplingDensity: density } }
  const of = posteriorOver(withDensity(inMap.cells), { draws: DRAWS, usesDensity: true })
  expect(complete.cells.covariates.length).toBe(given.cells.covariates.length + 1)
  const { estimates } = await aggregate(of, input, { ...question, population, urbanShare: 0.4 })
  expect(estimates).toEqual(await layerEstimates({ input: inMap, of }))
  expect(estimates[0].decision!.people).toBeGreaterThan(0)
  // Where all cells weigh the same, towns are still those of the layer's people.
  const even = { ...inMap, cells: { ...inMap.cells, population: null } }
  const unweighted = await aggregate(of, input, { ...question, population: null, urbanShare: 0.4 })
  expect(unweighted.estimates).toEqual(await layerEstimates({ input: even, of }))
})

test('other units are means of their own cells, weighted by another population', async () => {
  const halves: AdminUnits = {
    level: 1,
    unitCount: 2,
    cellUnit: Int32Array.from(given.cells.longitude, (value) => (value < 6 ? 0 : value < 9 ? 1 : -1)),
    clusterUnit: new Int32Array(given.clusters.id.length).fill(-1),
  }
  const population = given.cells.latitude.map((value) => Math.max(0, value - 8))
  const seen: number[] = []
  const { estimates } = await aggregate(
    posterior,
    given,
    { ...question, levels: [halves], population, exceedanceThreshold: 0.4 },
    (share) => seen.push(share),
  )
  expect(seen.at(-1)).toBe(1)
  const sums = [new Float64Array(DRAWS), new Float64Array(DRAWS)]
  const people = [0, 0]
  await drawCells(posterior, given.cells, {
    visit(cell, p) {
      const half = halves.cellUnit[cell]
      if (half < 0) return
      people[half] += population[cell]
      for (let d = 0; d < DRAWS; d++) sums[half][d] += population[cell] * p[d]
    },
  })
  sums.forEach((draws, half) => {
    const shares = draws.map((sum) => sum / people[half])
    const mean = shares.reduce((sum, share) => sum + share, 0) / DRAWS
    expect(estimates[half].modelled).toBeCloseTo(mean, 12)
    expect(estimates[half].decision!.people).toBeCloseTo(people[half], 9)
    expect(estimates[half].decision!.exceedance).toBe(shares.filter((share) => share > 0.4).length / DRAWS)
    expect(estimates[half]).toMatchObject({ clusters: 0, observed: null, z: null })
  })
})

test("other units are raked by the figures of the layer's own", async () => {
  const all: AdminUnits = {
    ...own,
    level: 2,
    unitCount: 1,
    cellUnit: own.cellUnit.map((unit) => (unit === 3 ? 0 : -1)),
    clusterUnit: own.clusterUnit.map((unit) => (unit === 3 ? 0 : -1)),
  }
  const rakeTo: RakeTo = { level: own.level, figures: [{ unit: 3, name: 'Three', prevalence: 0.25 }] }
  for (const level of [2, own.level] as const) {
    const { estimates } = await aggregate(posterior, given, {
      ...question,
      levels: [{ ...all, level }],
      rakeTo,
    })
    const [unraked] = (await layerEstimates({ input: given })).slice(3)
    expect(estimates[0].modelled).toBeCloseTo(0.25, 4)
    expect(unraked.modelled).not.toBeCloseTo(0.25, 2)
    expect(unraked.z).not.toBeNull()
    expect(estimates[0].z).toBeCloseTo(unraked.z!, 9)
  }
})
