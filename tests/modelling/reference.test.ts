import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawClusters } from '#service/modelling/cluster-draws.ts'
import { gpAtMode } from '#service/modelling/gp.ts'
import { coefficientMeans, coefficientSds, predictLatent } from '#service/modelling/predict.ts'
import { logisticNormalMean } from '#service/modelling/predictive.ts'
import { seededRandom } from '#service/modelling/random.ts'
import type { ClusterData } from '#service/modelling/types.ts'

interface Reference {
  parameters: [number, number, number]
  evidence: number
  f: number[]
  mean: number[]
  variance: number[]
  coefficients: number[]
  coefficient_sds: number[]
  probability: number[]
}

// Made by fixtures/laplace-reference.py, which builds the same data from the same formulas.
const reference = JSON.parse(
  readFileSync(new URL('./fixtures/laplace-reference.json', import.meta.url), 'utf8'),
) as Reference

const column = (value: (i: number) => number) => Float64Array.from({ length: 40 }, (_, i) => value(i))
const denominator = column((i) => 10 + (i % 7))
const data: ClusterData = {
  longitude: column((i) => 3 + ((i * 0.37) % 4)),
  latitude: column((i) => 7 + ((i * 0.53) % 3)),
  numerator: column((i) => Math.floor(denominator[i] * (0.15 + 0.5 * ((i * 0.29) % 1)))),
  denominator,
  covariates: [column((i) => Math.sin(1.7 * i))],
}
const places: ClusterData = {
  longitude: Float64Array.of(3.1, 5.02, 6.5),
  latitude: Float64Array.of(7.3, 8.8, 12),
  numerator: new Float64Array(3),
  denominator: new Float64Array(3),
  covariates: [Float64Array.of(0.2, -0.9, 2.5)],
}
const [sd, lengthScaleKm, clusterSd] = reference.parameters
const fit = gpAtMode(data, ['x'], [Math.log(sd), Math.log(lengthScaleKm), Math.log(clusterSd)])

function near(actual: ArrayLike<number>, expected: number[], tolerance: number): void {
  expected.forEach((value, index) => expect(Math.abs(actual[index] - value)).toBeLessThan(tolerance))
}

it('finds the mode and the evidence of the dense reference', () => {
  near(fit.mode.f, reference.f, 1e-5)
  expect(Math.abs(fit.mode.logMarginal - reference.evidence)).toBeLessThan(1e-4)
})

it('predicts its means, variances, probabilities and coefficients', () => {
  const latent = predictLatent(fit, places)
  near(latent.mean, reference.mean, 1e-5)
  near(latent.variance, reference.variance, 1e-5)
  near(
    latent.mean.map((mean, index) => logisticNormalMean(mean, Math.sqrt(latent.variance[index]))),
    reference.probability,
    1e-5,
  )
  near(coefficientMeans(fit), reference.coefficients, 1e-5)
  near(coefficientSds(fit), reference.coefficient_sds, 1e-5)
})

it('draws coefficients about the means of the reference', () => {
  const draws = 8000
  const { b } = drawClusters(fit, draws, seededRandom(4))
  reference.coefficients.forEach((expected, c) => {
    const mean = b.slice(c * draws, (c + 1) * draws).reduce((sum, value) => sum + value, 0) / draws
    expect(Math.abs(mean - expected)).toBeLessThan((4.5 * reference.coefficient_sds[c]) / Math.sqrt(draws))
  })
})
