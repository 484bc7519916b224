import { expect, it } from 'vitest'
import type { AdminEstimate } from '#service/modelling/units/admin-types.ts'
import { drawPosterior } from '#service/modelling/inference/posterior-draws.ts'
import { logPriorRatio, surfaceParameters } from '#service/modelling/components/surface/surface-parameters.ts'
import { logPrior } from '#service/modelling/components/components.ts'
import { sortedQuantile } from '#service/modelling/units/cell-surfaces.ts'
import { priorAlternatives } from '#service/modelling/inference/prior-alternatives.ts'
import { priorFindings } from '#service/modelling/diagnostics/prior-findings.ts'
import { priorSensitivity, weightedQuantile } from '#service/modelling/diagnostics/prior-sensitivity.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { smallFit } from '../fit-gp.ts'
import { simulateCountry } from '../simulated-country.ts'

const typical = Float64Array.of(Math.log(0.5), Math.log(150), Math.log(0.3))
const priors = { typical, meanVariance: 0.5 }
const surfaceOf = ([logSd, logRange]: Float64Array) => ({ sd: Math.exp(logSd), rangeKm: Math.exp(logRange) })

it('the ratio of two priors is that of their densities, up to a constant', () => {
  const difference = (theta: Float64Array) =>
    logPrior(theta, surfaceParameters(600, 1)) -
    logPrior(theta, surfaceParameters(300, 0.5)) -
    logPriorRatio(surfaceOf(theta), priors, { variance: 2, range: 2 })
  const first = difference(Float64Array.of(-1, 4, -2))
  expect(difference(Float64Array.of(0.4, 6, 0))).toBeCloseTo(first, 12)
})

it('weighs the draws of a group by that ratio', () => {
  const group = (from: number, to: number, sd: number) => ({
    from,
    to,
    sd,
    rangeKm: 150,
    clusterSd: 0.3,
  })
  const groups = [group(0, 2, 0.4), group(2, 4, 0.5), group(4, 6, 0.6), group(6, 8, 0.7), group(8, 10, 0.8)]
  const [stronger, weaker] = priorAlternatives(groups, 10, priors)
  expect(stronger).toMatchObject({ variance: 2, range: 2 })
  // exp(v/0.5·(1 − 1/2)) = exp(v)
  expect(stronger.weights![9] / stronger.weights![0]).toBeCloseTo(Math.exp(0.64 - 0.16), 12)
  // exp(v/0.5·(1 − 2)) = exp(−2·v)
  expect(weaker.weights![9] / weaker.weights![0]).toBeCloseTo(Math.exp(-2 * (0.64 - 0.16)), 12)
  for (const { weights } of [stronger, weaker])
    expect(weights!.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(10, 12)
})

it('does not weigh draws that cannot stand for the other posterior', () => {
  const one = [{ from: 0, to: 10, sd: 0.5, rangeKm: 150, clusterSd: 0.3 }]
  const far = [0.3, 0.5, 1, 2, 3].map((sd, at) => ({ ...one[0], from: 2 * at, to: 2 * at + 2, sd }))
  for (const groups of [one, far])
    for (const { weights } of priorAlternatives(groups, 10, priors)) expect(weights).toBeNull()
})

it('moves the parameters as a random walk under the other prior moves', async () => {
  const { input } = simulateCountry({ clusters: 70, columns: 18, rows: 14, units: 4, seed: 5 })
  const data = { ...input.clusters, covariates: input.covariatesAtClusters }
  const fit = await smallFit(data, input.covariateNames)
  const { model } = fit
  const { groups } = await drawPosterior(fit, 500, seededRandom(1))
  for (const { variance, range, weights } of priorAlternatives(groups, 500, fit)) {
    const extra = (theta: Float64Array) => logPriorRatio(surfaceOf(theta), fit, { variance, range })
    const random = seededRandom(4)
    let at = Float64Array.from(fit.parameters)
    let value = model.logPosterior(at)! + extra(at)
    const walked: Float64Array[] = []
    for (let step = 0; step < 4000; step++) {
      const next = at.map((parameter, index) => parameter + [0.45, 0.5, 0.3][index] * random.normal())
      const density = model.logPosterior(next)
      const proposed = density === null ? -Infinity : density + extra(next)
      if (Math.log(random.uniform()) < proposed - value) [at, value] = [next, proposed]
      walked.push(at)
    }
    const logs = [groups.map(({ sd }) => Math.log(sd)), groups.map(({ rangeKm }) => Math.log(rangeKm))]
    logs.forEach((values, index) => {
      const mean = walked.reduce((sum, theta) => sum + theta[index], 0) / walked.length
      const sd = Math.sqrt(walked.reduce((sum, theta) => sum + (theta[index] - mean) ** 2, 0) / walked.length)
      const weighted = groups.reduce(
        (sum, { from, to }, group) => sum + ((to - from) / 500) * weights![from] * values[group],
        0,
      )
      expect(Math.abs(weighted - mean)).toBeLessThan(0.4 * sd)
    })
  }
})

const order = (values: Float64Array) => Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b])

it('equal weights give the usual quantile, others move it', () => {
  const random = seededRandom(6)
  const values = Float64Array.from({ length: 101 }, () => random.normal())
  const even = new Float64Array(101).fill(1)
  for (const share of [0.001, 0.025, 0.31, 0.5, 0.975, 0.999])
    expect(weightedQuantile(values, order(values), even, share)).toBeCloseTo(
      sortedQuantile(values.toSorted(), share),
      12,
    )
  const three = Float64Array.of(30, 10, 20)
  // 10 is at 0.5/4, 20 at 2.5/4, 30 at 3/4.
  expect(weightedQuantile(three, order(three), Float64Array.of(0.5, 0.5, 2), 0.375)).toBeCloseTo(15, 12)
})

it('names the units that change most, and the nation; units where no one lives are left out', () => {
  const levels = [
    { level: 1 as const, unitCount: 3 },
    { level: 0 as const, unitCount: 1 },
  ].map((level) => ({ ...level, cellUnit: new Int32Array(0), clusterUnit: new Int32Array(0) }))
  const draws = [Float64Array.of(0.1, 0.2, NaN, NaN, 0.5, 0.9), Float64Array.of(0.3, 0.5)]
  const factors = { variance: 2, range: 2 }
  const [moved, none] = priorSensitivity(
    [
      { ...factors, weights: Float64Array.of(0.5, 1.5) },
      { ...factors, weights: null },
    ],
    levels,
    draws,
    2,
  )
  expect(moved).toMatchObject({ variance_factor: 2, length_scale_factor: 2 })
  expect(moved.national!.before.mean).toBeCloseTo(0.4, 12)
  expect(moved.national!.after.mean).toBeCloseTo(0.45, 12)
  expect(moved.unit_mean).toMatchObject({ level: 1, unit: 2 })
  expect(moved.unit_mean!.after.mean).toBeCloseTo(0.8, 12)
  expect(none).toMatchObject({ national: null, unit_mean: null, unit_interval: null })
})

it('keeps limits that the draws do not have, such as 0 where there is no case', () => {
  const level = {
    level: 1 as const,
    unitCount: 1,
    cellUnit: new Int32Array(0),
    clusterUnit: new Int32Array(0),
  }
  const estimate = { level: 1, unit: 0, modelledLower: 0, modelledUpper: 0.2 } as AdminEstimate
  const weights = Float64Array.of(0.5, 1.5)
  const alternative = { variance: 2, range: 2, weights }
  const [{ unit_interval: moved }] = priorSensitivity(
    [alternative],
    [level],
    [Float64Array.of(0.1, 0.2)],
    2,
    [estimate],
  )
  expect([moved!.before.lower, moved!.after.lower]).toEqual([0, 0])
  expect(moved!.after.upper).toBeCloseTo(0.2, 12)
})

it('becomes a finding where the national figure or a unit moves much', () => {
  const figure = (level: 0 | 1, mean: number, to: number) => ({
    level,
    unit: 0,
    before: { mean, lower: mean - 0.1, upper: mean + 0.1 },
    after: { mean: to, lower: 0, upper: 1 },
  })
  const of = (nation: number, unit: number) =>
    priorFindings([
      {
        variance_factor: 2,
        length_scale_factor: 2,
        national: figure(0, 0.4, nation),
        unit_mean: figure(1, 0.4, unit),
        unit_interval: null,
      },
      {
        variance_factor: 0.5,
        length_scale_factor: 0.5,
        national: null,
        unit_mean: null,
        unit_interval: null,
      },
    ])
  expect(of(0.41, 0.44)).toEqual([])
  expect(of(0.43, 0.4)[0].message).toMatch(/^The national figure moves by more than 10 %/)
  expect(of(0.4, 0.34)[0].message).toMatch(/^The mean of some unit moves by more than 25 %/)
})
