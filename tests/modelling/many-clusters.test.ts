import { describe, expect, it } from 'vitest'
import { farCells } from '#service/modelling/diagnostics/coverage-finding.ts'
import { lostCurveFindings } from '#service/modelling/diagnostics/lost-curve-findings.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { chordKm, spherePoints } from '#service/modelling/numerics/sphere.ts'
import { directEstimate } from '#service/modelling/units/direct-estimate.ts'
import { openEnds } from '#service/modelling/units/open-ends.ts'
import { permutedSquaredErrors } from '#service/modelling/validation/importance.ts'
import { scoreCount } from '#service/modelling/likelihood/predictive.ts'
import { cpuMs } from '../support/cpu-ms.ts'

const MANY = 60_000

function seconds(run: () => void): number {
  const start = cpuMs()
  run()
  return (cpuMs() - start) / 1000
}

/** Clusters of one person in the west of a square of ten degrees, one of whom is a case; cells and units over all of it. */
function survey(count: number, side: number, unitsPerSide: number) {
  const random = seededRandom(9)
  const place = (length: number, degrees: (index: number) => number) =>
    Float64Array.from({ length }, (_, i) => degrees(i))
  const clusters = {
    id: Array.from({ length: count }, (_, i) => `c${i}`),
    longitude: place(count, () => 6 * random.uniform()),
    latitude: place(count, () => 10 * random.uniform()),
    numerator: place(count, (i) => (i === 0 ? 1 : 0)),
    denominator: place(count, () => 1),
    weight: place(count, () => 0.5 + random.uniform()),
    stratum: Array.from({ length: count }, (_, i) => `s${i >> 1}`),
    urban: null,
  }
  const cells = {
    longitude: place(side * side, (cell) => (10 * ((cell % side) + 0.5)) / side),
    latitude: place(side * side, (cell) => (10 * (Math.floor(cell / side) + 0.5)) / side),
    covariates: [],
    population: null,
  }
  const unitOf = (longitude: Float64Array, latitude: Float64Array) =>
    Int32Array.from(longitude, (x, i) => {
      const [column, row] = [x, latitude[i]].map((degrees) => Math.floor((degrees * unitsPerSide) / 10))
      return row * unitsPerSide + column
    })
  const level = {
    level: 2 as const,
    unitCount: unitsPerSide ** 2,
    cellUnit: unitOf(cells.longitude, cells.latitude),
    clusterUnit: unitOf(clusters.longitude, clusters.latitude),
  }
  return { clusters, cells, level }
}

describe('cells far from any cluster', () => {
  it('are those that are far from each', () => {
    const { clusters, cells } = survey(120, 40, 2)
    const from = spherePoints(clusters.longitude, clusters.latitude)
    const to = spherePoints(cells.longitude, cells.latitude)
    for (const km of [0.05, 40, 130, 400]) {
      const expected = Uint8Array.from(cells.longitude, (_, cell) =>
        clusters.id.every((_, i) => chordKm(to, cell, from, i) > km) ? 1 : 0,
      )
      expect(farCells(clusters, cells, km)).toEqual(expected)
    }
  })
  it('are found in seconds among 60,000 clusters', () => {
    const { clusters, cells } = survey(MANY, 600, 2)
    expect(seconds(() => farCells(clusters, cells, 9))).toBeLessThan(8)
  })
})

describe('open ends of units', () => {
  it('are those of the nearest clusters, one after the other', () => {
    const { clusters, cells, level } = survey(900, 40, 8)
    const [places, centres] = [clusters, { longitude: cells.longitude, latitude: cells.latitude }].map(
      ({ longitude, latitude }) => spherePoints(longitude, latitude),
    )
    const expected = Array.from({ length: level.unitCount }, (_, unit) => {
      const centre = new Float64Array(3)
      level.cellUnit.forEach((own, cell) => {
        if (own === unit) for (let axis = 0; axis < 3; axis++) centre[axis] += centres[3 * cell + axis] / 25
      })
      const own = [...clusters.id.keys()].filter((i) => level.clusterUnit[i] === unit)
      const others = [...clusters.id.keys()]
        .filter((i) => level.clusterUnit[i] !== unit)
        .toSorted((a, b) => chordKm(centre, 0, places, a) - chordKm(centre, 0, places, b))
      const around = [...own, ...others].slice(0, 100)
      return around.includes(0) ? null : 'lower'
    })
    expect(new Set(expected)).toEqual(new Set([null, 'lower']))
    expect(openEnds(level, { clusters, cells })).toEqual(expected)
  })
  it('take seconds for 3,600 units and 60,000 clusters', () => {
    const { clusters, cells, level } = survey(MANY, 120, 60)
    expect(seconds(() => openEnds(level, { clusters, cells }))).toBeLessThan(16)
  })
})

it('estimates a nation of 30,000 strata in less than a second', () => {
  const { clusters } = survey(MANY, 2, 1)
  expect(seconds(() => directEstimate(clusters))).toBeLessThan(2)
})

describe('a covariate of 60,000 clusters that lost its curve', () => {
  it('is explained in seconds, by the number of outliers to a 3,000th of the clusters', () => {
    const { clusters, cells } = survey(MANY, 2, 1)
    const random = seededRandom(4)
    const values = Float64Array.from({ length: MANY }, (_, i) =>
      i < 1995 ? 1e6 + random.uniform() * 1e6 : random.uniform(),
    )
    const input = { clusters, cells, covariateNames: ['relief'], covariatesAtClusters: [values], admin: [] }
    let message = ''
    expect(seconds(() => ([{ message }] = lostCurveFindings(input, 'gam')))).toBeLessThan(9)
    expect(message).toContain('at 1760 clusters are so far from the others')
  })
})

it('permutes a covariate of a fold ten times, a large one as often as makes 10,000 predictions', () => {
  const rounds = (count: number) => {
    let calls = 0
    const column = new Float64Array(count).fill(1)
    const prediction = {
      mean: column,
      score: () => scoreCount(1, 1, 0, 1),
      meanWith() {
        calls++
        return column
      },
    }
    const data = { longitude: column, latitude: column, numerator: column, denominator: column }
    const [errors] = permutedSquaredErrors(prediction, { ...data, covariates: [column] }, 1)
    expect(errors).toEqual(new Float64Array(count))
    return calls
  }
  expect([30, 1000, 1001, 6000, 60_000].map(rounds)).toEqual([10, 10, 10, 2, 1])
})
