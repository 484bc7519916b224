import { expect, it } from 'vitest'
import { clusterParameters } from '#service/modelling/components/cluster.ts'
import { logPrior, priorSlopes } from '#service/modelling/components/components.ts'
import { logNormalPrior } from '#service/modelling/components/component.ts'
import { PRIOR_CURVE_SD } from '#service/modelling/components/curves.ts'
import {
  meanSurfaceVariance,
  surfaceParameters,
} from '#service/modelling/components/surface/surface-parameters.ts'
import { latentShape } from '#service/modelling/components/latent-shape.ts'
import { fitGp } from '../fit-gp.ts'
import { simulateCountry } from '../simulated-country.ts'

const priors = [...surfaceParameters(600, 0.5), ...clusterParameters(), logNormalPrior(PRIOR_CURVE_SD)]
const typical = Float64Array.from(priors, (prior) => prior.typical)
const theta = typical.map((value, index) => value + [0.4, -0.7, 0.3, 1.1][index])
const moved = (index: number, by: number) => theta.map((value, at) => (at === index ? value + by : value))

it('are exponential for the variance and gamma for the range', () => {
  const prior = (sd: number, rangeKm: number) =>
    logPrior(Float64Array.of(Math.log(sd), Math.log(rangeKm), typical[2], typical[3]), priors)
  // 2·v·exp(−v/0.5)/0.5 of v = sd²; x²·exp(−2·x) of x = range/300 km.
  expect(prior(0.2, 300) - prior(0.1, 300)).toBeCloseTo(2 * Math.log(2) - 0.03 / 0.5, 12)
  expect(prior(1.5, 300) - prior(0.5, 300)).toBeCloseTo(2 * Math.log(3) - 2 / 0.5, 12)
  expect(prior(0.5, 1200) - prior(0.5, 300)).toBeCloseTo(2 * Math.log(4) - 6, 12)
  expect(prior(0.5, 150) - prior(0.5, 300)).toBeCloseTo(2 * Math.log(0.5) + 1, 12)
})

it('are log-normal for the cluster effect and curves', () => {
  const at = (index: number, by: number) => logPrior(typical.with(index, typical[index] + by), priors)
  for (const index of [2, 3])
    for (const by of [-1, 1]) expect(at(index, by) - at(index, 0)).toBeCloseTo(-0.5, 12)
})

it('have the slopes of their finite differences', () => {
  const slopes = priorSlopes(theta, priors)
  for (let index = 0; index < theta.length; index++) {
    const difference = logPrior(moved(index, 1e-4), priors) - logPrior(moved(index, -1e-4), priors)
    expect(slopes[index]).toBeCloseTo(difference / 2e-4, 6)
  }
})

it('have a mean of the variance by which clusters differ more than neighbours, from 0.5 upwards', () => {
  const people = 1e9
  const share = 1 / (1 + Math.exp(-2))
  const [high, low] = [people * share, people * (1 - share)]
  const of = (numerator: number[], nearest: number[], n = people) =>
    meanSurfaceVariance(
      Float64Array.from(numerator),
      new Float64Array(numerator.length).fill(n),
      Int32Array.from(nearest),
    )
  // Logits ±2: alike near each other, the variance is 4; as different as from others, nothing is left.
  expect(of([high, high, low, low], [1, 0, 3, 2])).toBeCloseTo(4, 6)
  expect(of([high, low, high, low], [1, 0, 3, 2])).toBe(0.5)
  expect(of([10, 11, 9, 10], [1, 0, 3, 2], 20)).toBe(0.5)
})

it('stay the usual ones where clusters differ by more than place', () => {
  const shape = { clusters: 120, columns: 22, rows: 18, units: 4, seed: 2 }
  const meanOf = (changed: object) => {
    const { clusters } = simulateCountry({ ...shape, ...changed }).input
    return latentShape({ ...clusters, covariates: [] }, [], true).meanVariance
  }
  expect(meanOf({})).toBeLessThan(0.9)
  expect(meanOf({ clusterSd: 1.5 })).toBeLessThan(0.9)
  expect(meanOf({ spatialSd: 1.9 })).toBeGreaterThan(1.2)
})

it('do not hold back a strong surface that few clusters show', async () => {
  const ratios: number[] = []
  for (let seed = 1; seed <= 8; seed++) {
    const { input } = simulateCountry({ clusters: 60, columns: 22, rows: 18, units: 4, seed, spatialSd: 1.9 })
    const data = { ...input.clusters, covariates: input.covariatesAtClusters }
    const { sd } = await fitGp(data, input.covariateNames, { strict: true })
    ratios.push(sd / 1.9)
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  expect(mean).toBeGreaterThan(0.92)
  expect(mean).toBeLessThan(1.2)
})
