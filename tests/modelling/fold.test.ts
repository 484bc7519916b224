import { describe, expect, it } from 'vitest'
import { membersOf, subset } from '#service/modelling/cross-validate.ts'
import { fitLayer } from '#service/modelling/fit-layer.ts'
import { scoreClusters } from '#service/modelling/fold.ts'
import { fitGp, gpAtMode } from '#service/modelling/gp.ts'
import { fittedGp } from '#service/modelling/gp-model.ts'
import { expit } from '#service/modelling/likelihood.ts'
import { matern32 } from '#service/modelling/matern.ts'
import { predictLatent } from '#service/modelling/predict.ts'
import { logisticNormalMean, scoreCount } from '#service/modelling/predictive.ts'
import { seededRandom } from '#service/modelling/random.ts'
import type { ClusterData, LayerOptions } from '#service/modelling/types.ts'
import { empiricalLogitVariance, variogramOf } from '#service/modelling/variogram.ts'
import { simulateCountry } from './simulated-country.ts'

const CLUSTER_SD = 0.8
const options: LayerOptions = {
  method: 'gp',
  folds: 3,
  blockKm: 'auto',
  draws: 50,
  seed: 1,
  overfitGap: 10,
  admMinClusters: 10,
}
const { input } = simulateCountry({ clusters: 90, columns: 12, rows: 10, units: 3, seed: 8 })
const data: ClusterData = { ...input.clusters, covariates: input.covariatesAtClusters }
const fitWith = (sd: number, clusterSd: number) =>
  gpAtMode(data, input.covariateNames, [Math.log(sd), Math.log(150), Math.log(clusterSd)])

describe('what a fit says of held-out clusters', () => {
  it('predicts and scores with the variance of the surface and of the clusters', () => {
    const even = Int32Array.from({ length: 90 }, (_, i) => i % 2)
    const train = subset(data, membersOf(even, 0, true))
    const test = subset(data, membersOf(even, 1, true))
    const fit = gpAtMode(train, input.covariateNames, [Math.log(0.6), Math.log(150), Math.log(CLUSTER_SD)])
    const result = scoreClusters(fittedGp(fit, train, input.covariateNames).predictClusters(test), test)
    const { mean, variance } = predictLatent(fit, test)
    for (let t = 0; t < 45; t++) {
      const sd = Math.sqrt(variance[t] + CLUSTER_SD ** 2)
      const score = scoreCount(test.numerator[t], test.denominator[t], mean[t], sd)
      expect(result.lpd[t]).toBeCloseTo(score.lpd, 10)
      expect(result.crps[t]).toBeCloseTo(score.crps, 10)
      expect([result.lower[t], result.upper[t]]).toEqual([score.lower, score.upper])
      expect(result.mean[t]).toBeCloseTo(logisticNormalMean(mean[t], sd), 10)
    }
  })

  it('draws the variogram from the nugget, cluster variance and sampling, up to the sill', () => {
    for (const sd of [1e-4, 1.2]) {
      const fit = fitWith(sd, CLUSTER_SD)
      const { fitted, distance_km } = variogramOf(fit, data.numerator, data.denominator)
      let sampling = 0
      for (let i = 0; i < 90; i++)
        sampling += empiricalLogitVariance(data.denominator[i], expit(fit.mode.f[i])) / 90
      expect(sampling).toBeGreaterThan(0.05)
      distance_km.forEach((km, bin) => {
        const spatial = sd ** 2 * (1 - matern32(km, 150))
        expect(fitted[bin]).toBeCloseTo(CLUSTER_SD ** 2 + sampling + spatial, 8)
      })
    }
  })
})

describe('the parameters of a fit', () => {
  it('are reported in their units: variances, kilometres', async () => {
    const { diagnostics } = await fitLayer(input, { ...options, folds: 2 })
    const fit = await fitGp(data, input.covariateNames, { strict: true })
    expect(diagnostics.parameters).toMatchObject({
      clusters: 90,
      variance: fit.sd ** 2,
      length_scale_km: fit.lengthScaleKm,
      cluster_variance: fit.clusterSd ** 2,
    })
    expect(fit.sd).not.toBeCloseTo(1, 2)
  })
})

describe('the flag for overfitting', () => {
  it('is up where held-out blocks are no better predicted than by their mean, however small the gap', async () => {
    const random = seededRandom(5)
    const noise = structuredClone(input)
    noise.clusters.numerator.forEach((_, i) => {
      noise.clusters.numerator[i] = Math.floor(random.uniform() * (noise.clusters.denominator[i] + 1))
    })
    const { diagnostics, isOverfit } = await fitLayer(noise, options)
    expect(diagnostics.cv_block.r2).toBeLessThanOrEqual(0)
    expect(isOverfit).toBe(true)
  })
  it('is up where the gap between training and held-out blocks is too wide, and down where it is not', async () => {
    const shape = {
      clusters: 120,
      columns: 12,
      rows: 10,
      units: 3,
      seed: 8,
      spatialSd: 1.5,
      lengthScaleKm: 300,
    }
    const smooth = simulateCountry(shape).input
    const near = { ...options, blockKm: 40 }
    const { diagnostics, isOverfit } = await fitLayer(smooth, near)
    const gap = diagnostics.train.r2 - diagnostics.cv_block.r2
    expect(diagnostics.cv_block.r2).toBeGreaterThan(0)
    expect(gap).toBeGreaterThan(0)
    expect(isOverfit).toBe(false)
    for (const [overfitGap, flag] of [
      [gap * 0.99, true],
      [gap * 1.01, false],
    ] as const)
      expect((await fitLayer(smooth, { ...near, overfitGap })).isOverfit).toBe(flag)
  })
})
