import { expect, it } from 'vitest'
import { fittedGp } from '#service/modelling/gp-model.ts'
import { sortedQuantile } from '#service/modelling/units/cell-surfaces.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { simulateCountry } from './simulated-country.ts'
import { CHOICES, fitGp } from './fit-gp.ts'

const { input } = simulateCountry({ clusters: 150, columns: 30, rows: 24, units: 6, seed: 2 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }
const fit = await fitGp(data, input.covariateNames, { strict: true, covers: input.cells })
const fitted = fittedGp(fit, data, input.covariateNames, CHOICES)
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

it('uses quantiles at (n + 1)·p', () => {
  // R: quantile(c(1, 2, 4, 8), c(0, 0.3, 0.5, 1), type = 6)
  expect([0, 0.3, 0.5, 1].map((share) => sortedQuantile([1, 2, 4, 8], share))).toEqual([1, 1.5, 3, 8])
})
