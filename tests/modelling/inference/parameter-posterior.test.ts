import { expect, it, vi } from 'vitest'
import { LatentModel } from '#service/modelling/inference/latent-model.ts'
import { fittedGp } from '#service/modelling/gp-model.ts'
import { drawPosterior } from '#service/modelling/inference/posterior-draws.ts'
import { posteriorOf } from '#service/modelling/inference/parameter-posterior.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { CHOICES, smallFit, fitGp } from '../fit-gp.ts'
import { simulateCountry } from '../simulated-country.ts'

const { input } = simulateCountry({ clusters: 90, columns: 12, rows: 9, units: 3, seed: 8 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }
const names = input.covariateNames
const options = { draws: 60, seed: 4 }
const surfaceOf = async (fit: ReturnType<typeof fittedGp>) =>
  (await predictCells(fit, input.cells, input.admin, options)).mean

it('is computed once for all draws of a seed, and changes none of them', async () => {
  const fit = await fitGp(data, names, { strict: true, covers: input.cells })
  const alone = await surfaceOf(fittedGp(fit, data, names, CHOICES))
  const fitted = fittedGp(fit, data, names, CHOICES)
  await fitted.posterior(options)
  const evaluations = vi.spyOn(LatentModel.prototype, 'logPosterior')
  const means = vi.spyOn(LatentModel.prototype, 'mode')
  const [first, second] = [await surfaceOf(fitted), await surfaceOf(fitted)]
  expect(evaluations).not.toHaveBeenCalled()
  expect(means).not.toHaveBeenCalled()
  expect([first, second]).toEqual([alone, alone])
  await fitted.posterior({ ...options, seed: 5 })
  expect(evaluations).toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('has the means and quantiles of coefficients that their draws have', async () => {
  const fit = await smallFit(data, names)
  const draws = 16_000
  const joint = await drawPosterior(fit, draws, seededRandom(2))
  const { coefficients } = posteriorOf(fit, joint)
  expect(coefficients).toHaveLength(3)
  coefficients.forEach(({ mean, sd, lower, upper }, column) => {
    const own = joint.coefficients.slice(column * draws, (column + 1) * draws).sort()
    const share = (below: number) => own.filter((value) => value < below).length / draws
    expect(Math.abs(own.reduce((sum, value) => sum + value, 0) / draws - mean)).toBeLessThan(0.06 * sd)
    expect(share(lower)).toBeCloseTo(0.025, 2)
    expect(share(upper)).toBeCloseTo(0.975, 2)
  })
})

it('gives the description intervals of every parameter, those of curves among them', async () => {
  const fit = await fitGp(data, names, { strict: true, curves: true })
  const curved = fittedGp(fit, data, names, { ...CHOICES, method: 'gam' })
  expect(curved.describe().parameters.intervals).toBeUndefined()
  const posterior = await curved.posterior(options)
  const { parameters } = curved.describe({ posterior, seed: 4 })
  expect(parameters.curves).toHaveLength(2)
  for (const { sd, sd_interval } of parameters.curves) {
    expect(sd_interval![0]).toBeLessThan(sd)
    expect(sd_interval![1]).toBeGreaterThan(sd)
  }
  expect(parameters.intercept_interval![0]).toBeLessThan(parameters.intercept)
  expect(parameters.intervals!.range_km[1] / parameters.intervals!.length_scale_km[1]).toBeCloseTo(
    Math.sqrt(8),
    12,
  )
})
