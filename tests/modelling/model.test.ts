import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { permutedSquaredErrors } from '#service/modelling/validation/importance.ts'
import { expit, logit } from '#service/modelling/likelihood/likelihood.ts'
import type { ClusterPrediction, FittedModel } from '#service/modelling/model.ts'
import { methodFor, modelOf } from '#service/modelling/models.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { scoreCount } from '#service/modelling/likelihood/predictive.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { importsOf } from '../../scripts/lib/rooms.ts'
import { simulateCountry } from './simulated-country.ts'

const { input } = simulateCountry({ clusters: 90, columns: 12, rows: 10, units: 3, seed: 8 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }

describe('the interface of models', () => {
  it('is all that validation, importance and maps use of the Gaussian process', () => {
    const folder = 'service/modelling'
    const general = [
      'fit-layer',
      'validation/fold',
      'validation/cross-validate',
      'validation/importance',
      'units/predict-cells',
      'diagnostics/metrics',
    ]
    const gaussian = new Set([
      'gp-model',
      ...['lattice-fit', 'laplace', 'latent-model', 'predictions', 'posterior-draws'].map(
        (name) => `inference/${name}`,
      ),
    ])
    for (const name of gaussian) expect(existsSync(`${folder}/${name}.ts`), name).toBe(true)
    for (const name of general) {
      const path = `${folder}/${name}.ts`
      const known = importsOf(path, readFileSync(path, 'utf8')).map(({ to }) =>
        to.slice(folder.length + 1, -'.ts'.length),
      )
      expect(known.filter((other) => gaussian.has(other))).toEqual([])
    }
  })
  it('is found by the method in the layer', () => {
    for (const method of ['gp', 'gam'] as const) expect(modelOf(method).method).toBe(method)
  })
  it('has curves from 150 clusters on, and lines below, unless the layer says otherwise', () => {
    expect([149, 150].map((clusters) => methodFor('auto', clusters))).toEqual(['gp', 'gam'])
    expect(methodFor('gam', 60)).toBe('gam')
    expect(methodFor('gp', 3000)).toBe('gp')
  })
})

describe('another model', () => {
  const [first, second] = data.covariates
  /** Depends on the first covariate only. */
  const meanOf = (covariates: readonly Float64Array[]) => covariates[0].map((x) => expit(x / 2))
  const prediction: ClusterPrediction = {
    mean: meanOf(data.covariates),
    score: (t, y, n) => scoreCount(y, n, logit(meanOf(data.covariates)[t]), 0.1),
    meanWith: meanOf,
  }
  it('has a permutation importance: none for an unused covariate', () => {
    const errorOf = (mean: Float64Array) =>
      mean.map((p, t) => (p - data.numerator[t] / data.denominator[t]) ** 2)
    const before = errorOf(prediction.mean)
    const [used, unused] = permutedSquaredErrors(prediction, data, 3)
    before.forEach((error, t) => expect(unused[t]).toBeCloseTo(error, 12))
    expect(used).not.toEqual(before)
    // A permutation pairs each value of the covariate with each cluster about equally often.
    const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
    let crossed = 0
    for (let t = 0; t < 90; t++)
      for (let s = 0; s < 90; s++)
        crossed += (prediction.mean[s] - data.numerator[t] / data.denominator[t]) ** 2 / 90
    expect(total(used) / crossed).toBeGreaterThan(0.9)
    expect(total(used) / crossed).toBeLessThan(1.1)
    expect(second).toBe(data.covariates[1])
    expect(first).toBe(data.covariates[0])
  })
  it('has its draws summarised by cell and unit', async () => {
    const random = seededRandom(1)
    const fit: FittedModel = {
      start: { theta: [] },
      predictClusters: () => prediction,
      unitResiduals: () => {
        throw new Error('not asked for')
      },
      posterior: () => {
        throw new Error('not asked for')
      },
      describe: () => {
        throw new Error('not asked for')
      },
      async drawCells(cells, { draws, visit }) {
        for (let cell = cells.longitude.length - 1; cell >= 0; cell--)
          visit(
            cell,
            Float64Array.from(
              { length: draws },
              () => (cell % 2 ? 0.3 : 0.6) + 0.1 * (random.uniform() - 0.5),
            ),
          )
      },
    }
    const surface = await predictCells(fit, { ...input.cells, population: null }, [], { draws: 400, seed: 1 })
    expect(surface.mean[0]).toBeCloseTo(0.6, 1)
    expect(surface.mean[1]).toBeCloseTo(0.3, 1)
    expect(surface.lower[1]).toBeGreaterThan(0.25)
    expect(surface.lower[1]).toBeLessThan(0.26)
    expect(surface.upper[1]).toBeGreaterThan(0.34)
    expect(surface.sd[1]).toBeCloseTo(0.1 / Math.sqrt(12), 2)
  })
})
