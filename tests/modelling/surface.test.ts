import { expect, it } from 'vitest'
import { drawClusters } from '#service/modelling/inference/cluster-draws.ts'
import { fittedGp } from '#service/modelling/gp-model.ts'
import { coarseToFineOrder, NeighbourMesh } from '#service/modelling/numerics/neighbours.ts'
import { sortedQuantile } from '#service/modelling/units/cell-surfaces.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { coefficientMeans, coefficientSds, predictLatent } from '#service/modelling/inference/predict.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { simulateSurface } from '#service/modelling/inference/simulate-surface.ts'
import { spherePoints } from '#service/modelling/numerics/sphere.ts'
import { simulateCountry } from './simulated-country.ts'
import { fitGp } from './fit-gp.ts'

const { input } = simulateCountry({ clusters: 150, columns: 30, rows: 24, units: 6, seed: 2 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }
const fit = await fitGp(data, input.covariateNames, { strict: true })
const fitted = fittedGp(fit, data, input.covariateNames)
const cells = {
  longitude: input.cells.longitude,
  latitude: input.cells.latitude,
  numerator: new Float64Array(0),
  denominator: new Float64Array(0),
  covariates: input.cells.covariates,
}
const DRAWS = 4000

it('draws coefficients with their exact posterior means and deviations', () => {
  const { b } = drawClusters(fit, DRAWS, seededRandom(1))
  const means = coefficientMeans(fit)
  const sds = coefficientSds(fit)
  for (let c = 0; c < fit.width; c++) {
    const values = b.slice(c * DRAWS, (c + 1) * DRAWS)
    const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS)
    expect(Math.abs(mean - means[c])).toBeLessThan((4.5 * sds[c]) / Math.sqrt(DRAWS))
    expect(Math.abs(sd / sds[c] - 1)).toBeLessThan(0.06)
  }
})

it('agrees with exact prediction at the cells, means and deviations on the logit scale', async () => {
  const random = seededRandom(1)
  const clusters = drawClusters(fit, DRAWS, random)
  const exact = predictLatent(fit, cells)
  let meanMiss = 0
  let sdMiss = 0
  const count = cells.longitude.length
  const eta = new Float64Array(DRAWS)
  await simulateSurface(fit, clusters, DRAWS, random, {
    points: spherePoints(cells.longitude, cells.latitude),
    visit(cell, g) {
      eta.set(g)
      for (let c = 0; c < fit.width; c++) {
        const x = exact.design[cell * fit.width + c]
        for (let d = 0; d < DRAWS; d++) eta[d] += x * clusters.b[c * DRAWS + d]
      }
      const mean = eta.reduce((sum, value) => sum + value, 0) / DRAWS
      const sd = Math.sqrt(eta.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS)
      const exactSd = Math.sqrt(exact.variance[cell])
      meanMiss += (mean - exact.mean[cell]) / exactSd / count
      sdMiss += (sd / exactSd - 1) / count
      // Monte Carlo error alone moves a mean by 0.016 sd and a deviation by 1.1 %.
      expect(Math.abs(mean - exact.mean[cell])).toBeLessThan(0.1 * exactSd)
      expect(Math.abs(sd / exactSd - 1)).toBeLessThan(0.08)
    },
  })
  expect(Math.abs(meanMiss)).toBeLessThan(0.05)
  expect(Math.abs(sdMiss)).toBeLessThan(0.02)
})

it('keeps surfaces inside 0 … 1 and ordered, and unit means equal to weighted cells', async () => {
  const surface = await predictCells(fitted, input.cells, input.admin, { draws: 200, seed: 3 })
  const population = input.cells.population!
  const sums = new Float64Array(6)
  const people = new Float64Array(6)
  for (let cell = 0; cell < surface.mean.length; cell++) {
    expect(surface.lower[cell]).toBeGreaterThan(0)
    expect(surface.lower[cell]).toBeLessThan(surface.mean[cell])
    expect(surface.mean[cell]).toBeLessThan(surface.upper[cell])
    expect(surface.upper[cell]).toBeLessThan(1)
    const unit = input.admin[0].cellUnit[cell]
    sums[unit] += population[cell] * surface.mean[cell]
    people[unit] += population[cell]
  }
  for (let unit = 0; unit < 6; unit++) {
    const draws = surface.unitDraws[0].slice(unit * 200, (unit + 1) * 200)
    const mean = draws.reduce((sum, value) => sum + value, 0) / 200
    expect(mean).toBeCloseTo(sums[unit] / people[unit], 6)
  }
})

it('weights cells equally without population, and has no mean where no one lives', async () => {
  const equal = await predictCells(fitted, { ...input.cells, population: null }, input.admin, {
    draws: 20,
    seed: 3,
  })
  const ones = new Float64Array(input.cells.longitude.length).fill(7)
  const sevens = await predictCells(fitted, { ...input.cells, population: ones }, input.admin, {
    draws: 20,
    seed: 3,
  })
  equal.unitDraws[0].forEach((value, index) => expect(sevens.unitDraws[0][index]).toBeCloseTo(value, 12))
  const empty = await predictCells(fitted, { ...input.cells, population: ones.fill(NaN) }, input.admin, {
    draws: 20,
    seed: 3,
  })
  expect(empty.unitDraws[0].every(Number.isNaN)).toBe(true)
  expect(empty.mean.every(Number.isFinite)).toBe(true)
})

it('finds the same neighbours as an exhaustive search', () => {
  const random = seededRandom(8)
  const plane = Float64Array.from({ length: 1200 }, () => 300 * random.uniform() ** 2)
  const order = coarseToFineOrder(plane, 100, random)
  expect([...order].toSorted((a, b) => a - b)).toEqual([...Array(600).keys()])
  const mesh = new NeighbourMesh(plane)
  const [found, distances] = [new Int32Array(12), new Float64Array(12)]
  order.forEach((point, position) => {
    if (position % 7 === 3) {
      const away = (other: number) =>
        (plane[2 * other] - plane[2 * point]) ** 2 + (plane[2 * other + 1] - plane[2 * point + 1]) ** 2
      const expected = order
        .slice(0, position)
        .toSorted((a, b) => away(a) - away(b))
        .slice(0, 12)
      const size = mesh.nearest(point, 12, found, distances)
      expect(found.slice(0, size)).toEqual(expected)
    }
    mesh.insert(point)
  })
})

it('uses quantiles at (n + 1)·p', () => {
  // R: quantile(c(1, 2, 4, 8), c(0, 0.3, 0.5, 1), type = 6)
  expect([0, 0.3, 0.5, 1].map((share) => sortedQuantile([1, 2, 4, 8], share))).toEqual([1, 1.5, 3, 8])
})
