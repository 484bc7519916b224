import { describe, expect, it } from 'vitest'
import { subset } from '#service/modelling/validation/cross-validate.ts'
import { membersOf } from '#service/modelling/folds/fold-split.ts'
import { fitLayer } from '#service/modelling/fit-layer.ts'
import { scoreClusters } from '#service/modelling/validation/fold.ts'
import { chiSquaredTail } from '#service/modelling/likelihood/distributions.ts'
import { fittedGp } from '#service/modelling/gp-model.ts'
import { modelOf } from '#service/modelling/models.ts'
import { isOverfit, overfittingOf } from '#service/modelling/diagnostics/overfitting.ts'
import { testUnits } from '#service/modelling/units/unit-test.ts'
import { expit } from '#service/modelling/likelihood/likelihood.ts'
import { matern1 } from '#service/modelling/components/matern.ts'
import { designMatrix } from '#service/modelling/components/components.ts'
import { placesOn } from '#service/modelling/inference/field.ts'
import { planeAbout } from '#service/modelling/inference/lattice-choice.ts'
import { predictField } from '#service/modelling/inference/predictions.ts'
import { logisticNormalMean, scoreCount } from '#service/modelling/likelihood/predictive.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import type { LayerOptions } from '#service/modelling/layer-types.ts'
import { empiricalLogitVariance } from '#service/modelling/likelihood/empirical-logits.ts'
import { clusterFitOf } from '#service/modelling/diagnostics/cluster-fit.ts'
import { variogramOf } from '#service/modelling/diagnostics/variogram.ts'
import { simulateCountry } from '../simulated-country.ts'
import { residualAlgebraOf } from '#service/modelling/diagnostics/residual-algebra.ts'
import { unitResidualsOf } from '#service/modelling/diagnostics/unit-residuals.ts'
import { CHOICES, smallFit, fitGp, gpAt } from '../fit-gp.ts'

const CLUSTER_SD = 0.8
const options: LayerOptions = {
  method: 'gp',
  folds: 3,
  blockKm: 'auto',
  draws: 50,
  seed: 1,
  overfitGap: 10,
  admMinClusters: 10,
  exceedanceThreshold: null,
  urbanShare: null,
  rakeTo: null,
}
const { input } = simulateCountry({ clusters: 90, columns: 12, rows: 10, units: 3, seed: 8 })
const data: ClusterData = { ...input.clusters, covariates: input.covariatesAtClusters }
const fitWith = (sd: number, clusterSd: number) =>
  gpAt(data, input.covariateNames, [Math.log(sd), Math.log(300), Math.log(clusterSd)])

describe("a fit's predictions for held-out clusters", () => {
  it('predicts and scores with the variance of the surface and of the clusters', () => {
    const even = Int32Array.from({ length: 90 }, (_, i) => i % 2)
    const train = subset(data, membersOf(even, 0, true))
    const test = subset(data, membersOf(even, 1, true))
    const fit = gpAt(
      train,
      input.covariateNames,
      [Math.log(0.6), Math.log(300), Math.log(CLUSTER_SD)],
      [test],
    )
    const result = scoreClusters(
      fittedGp(fit, train, input.covariateNames, CHOICES).predictClusters(test),
      test,
    )
    const places = placesOn(fit.model.field, planeAbout(fit.centre, test))
    const { mean, variance } = predictField(
      fit.mode,
      places,
      designMatrix(test.covariates, 45, fit.standardisation),
    )
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
      const { fitted, distance_km } = variogramOf(clusterFitOf(fit), data.numerator, data.denominator)!
      let sampling = 0
      for (let i = 0; i < 90; i++)
        sampling += empiricalLogitVariance(data.denominator[i], expit(fit.mode.eta[i])) / 90
      expect(sampling).toBeGreaterThan(0.05)
      distance_km.forEach((km, bin) => {
        const spatial = sd ** 2 * (1 - matern1(km, 300))
        expect(fitted[bin]).toBeCloseTo(CLUSTER_SD ** 2 + sampling + spatial, 8)
      })
    }
  })
})

describe('the parameters of a fit', () => {
  it('are reported in their units: variances, kilometres', async () => {
    const { diagnostics } = await fitLayer(input, { ...options, folds: 2 })
    const fit = await fitGp(data, input.covariateNames, { strict: true, covers: input.cells })
    expect(diagnostics.parameters).toMatchObject({
      clusters: 90,
      variance: fit.sd ** 2,
      range_km: fit.rangeKm,
      length_scale_km: fit.rangeKm / Math.sqrt(8),
      cluster_variance: fit.clusterSd ** 2,
    })
    expect(fit.sd).not.toBeCloseTo(1, 2)
  })
})

describe('the flag for overfitting', () => {
  it('is up where noise among the covariates harms held-out blocks, and down without it', async () => {
    const random = seededRandom(5)
    const noisy = structuredClone(input)
    const normals = (values: Float64Array) => values.map(() => random.normal())
    noisy.covariateNames = Array.from({ length: 45 }, (_, i) => `noise ${i}`)
    noisy.covariatesAtClusters = noisy.covariateNames.map(() => normals(input.clusters.longitude))
    noisy.cells.covariates = noisy.covariateNames.map(() => normals(input.cells.longitude))
    const own = { ...options, folds: 6, overfitGap: 0.2 }
    const { diagnostics, isOverfit: flag } = await fitLayer(noisy, own)
    expect(diagnostics.overfitting!.lpd_loss).toBeGreaterThan(5)
    expect(diagnostics.overfitting!.p_value).toBeLessThan(0.1)
    expect(flag).toBe(true)
    expect((await fitLayer(input, own)).isOverfit).toBe(false)
  })

  const fold = Int32Array.of(0, 0, 1, 1, 2, 2)
  const lpd = Float64Array.of(-2, -1, -3, -1, -2, -2)
  const better = Float64Array.of(-1, -1, -2, -0.5, -1, -1.5)
  it('tests the loss fold by fold', () => {
    const found = overfittingOf(0.3, lpd, better, fold, 3)!
    // Losses of 1, 1.5 and 1.5 have a standard deviation of √(1/12).
    expect(found.lpd_loss).toBeCloseTo(4, 12)
    expect(found.standard_error).toBeCloseTo(0.5, 12)
    // R: pt(8, 2, lower = FALSE)
    expect(found.p_value).toBeCloseTo(0.00763403608266902, 12)
    expect(overfittingOf(0.3, better, lpd, fold, 3)!.p_value).toBeCloseTo(1 - 0.00763403608266902, 12)
  })
  it('leaves failed folds out, and says nothing of fewer than two', () => {
    const failed = better.map((value, i) => (i < 2 ? NaN : value))
    expect(overfittingOf(0.3, lpd, failed.with(2, -2.5), fold, 3)!.lpd_loss).toBeCloseTo(2.5, 12)
    expect(overfittingOf(0.3, lpd, failed.fill(NaN, 0, 4), fold, 3)).toBeNull()
  })
  it.each([
    ['a loss and a gap', 0.09, 2.1, 0.21, 0.5, true],
    ['a loss and blocks no better predicted than by their mean', 0.09, 2.1, 0.1, 0, true],
    ['a loss without a gap', 0.09, 2.1, 0.19, 0.5, false],
    ['a gap and a loss that may be chance', 0.11, 2.1, 0.9, -0.2, false],
    ['a gap and a loss below 0.02 per cluster', 0.01, 1.9, 0.9, -0.2, false],
  ])('needs all: %s', (_, p_value, lpd_loss, gap, blockR2, flag) => {
    const found = { gap, p_value, lpd_loss, standard_error: 1 }
    expect(isOverfit(found, 100, blockR2, 0.2)).toBe(flag)
  })
  it('cannot be tested where all clusters have the same share', () => {
    const found = { gap: Number.NaN, p_value: 0.01, lpd_loss: 9, standard_error: 1 }
    expect(isOverfit(found, 100, Number.NaN, 0.2)).toBeNull()
    expect(isOverfit(null, 100, 0.3, 0.2)).toBeNull()
  })
})

describe('the test of all units together', () => {
  const known = { shift: 0, absorbedFreedom: 0, absorbedVariance: 0 }
  it('is a chi-squared of correlated residuals when parameters are known', () => {
    const residual = Float64Array.of(1, 2)
    const covariance = Float64Array.of(2, 1, 1, 2)
    const found = testUnits({ residual, covariance, ...known })!
    // s'C⁻¹s = (2·1 − 2·2 + 2·4)/3 = 2.
    expect(found).toMatchObject({ units: 2, chi_squared: expect.closeTo(2, 12) as number })
    expect(found.p_value).toBeCloseTo(Math.exp(-1), 12)
  })
  it('has less variance when parameters are estimated', () => {
    const one = { residual: Float64Array.of(2, 2), covariance: Float64Array.of(1, 0, 0, 1) }
    // T = 8 with mean 2 and variance 2: 2·T is chi-squared with 4 degrees of freedom.
    expect(testUnits({ ...one, ...known, absorbedVariance: 2 })!.p_value).toBeCloseTo(
      chiSquaredTail(16, 4),
      12,
    )
  })
  it('has one degree of freedom less when the level is estimated', () => {
    const residual = Float64Array.of(1, 2, 2)
    const covariance = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
    const found = testUnits({ residual, covariance, ...known, absorbedFreedom: 1 })!
    expect(found).toEqual({ units: 3, chi_squared: 9, p_value: chiSquaredTail(9, 2) })
  })
  it('does without what estimates add to its mean, and is never negative', () => {
    const one = { ...known, residual: Float64Array.of(2, 2), covariance: Float64Array.of(1, 0, 0, 1) }
    expect(testUnits({ ...one, shift: -1 })).toEqual({
      units: 2,
      chi_squared: 9,
      p_value: chiSquaredTail(9, 2),
    })
    expect(testUnits({ ...one, shift: 10 })).toEqual({ units: 2, chi_squared: 0, p_value: 1 })
  })
  it('leaves out units without clusters, and needs two with some', () => {
    const residual = Float64Array.of(3, 0, 2)
    const covariance = Float64Array.of(9, 0, 0, 0, 0, 0, 0, 0, 4)
    expect(testUnits({ residual, covariance, ...known })).toMatchObject({ units: 2, chi_squared: 2 })
    const without = covariance.with(8, 0)
    expect(testUnits({ residual, covariance: without, ...known })).toBeNull()
  })
  it('knows the covariance of residuals of a fit: data simulated from the prior of the model pass, shifted ones do not', async () => {
    const unit = Int32Array.from(input.clusters.longitude, (x, i) => (i === 0 ? -1 : Math.floor(x) % 3))
    const test = async (counts: ClusterData) => {
      const fit = await modelOf('gp').fit(counts, input.covariateNames, { strict: true })
      return testUnits(fit.unitResiduals(unit, 3))!
    }
    expect((await test(data)).p_value).toBeGreaterThan(0.05)
    const shifted = {
      ...data,
      numerator: data.numerator.map((y, i) => (unit[i] === 1 ? data.denominator[i] : y)),
    }
    expect((await test(shifted)).p_value).toBeLessThan(0.01)
  })
  it('is calibrated: p-values of surveys whose model is right are level', async () => {
    const p: number[] = []
    for (let seed = 1; seed <= 100; seed++) {
      const country = simulateCountry({ clusters: 60, columns: 12, rows: 10, units: 10, seed })
      const counts = { ...country.input.clusters, covariates: country.input.covariatesAtClusters }
      const fit = await smallFit(counts, country.input.covariateNames)
      const { clusterUnit, unitCount } = country.input.admin[0]
      p.push(testUnits(unitResidualsOf(residualAlgebraOf(fit))(clusterUnit, unitCount))!.p_value)
    }
    const below = (level: number) => p.filter((value) => value < level).length
    expect(below(0.05)).toBeGreaterThanOrEqual(1)
    expect(below(0.05)).toBeLessThanOrEqual(9)
    expect(below(0.5)).toBeGreaterThan(35)
    expect(below(0.5)).toBeLessThan(65)
  })
})
