import { expect, it } from 'vitest'
import { drawPosterior } from '#service/modelling/inference/posterior-draws.ts'
import {
  allocateDraws,
  parameterDesign,
  spreadSmoothness,
} from '#service/modelling/inference/parameter-design.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { simulateCountry } from '../simulated-country.ts'
import { smallFit } from '../fit-gp.ts'

const { input } = simulateCountry({ clusters: 110, columns: 18, rows: 14, units: 4, seed: 5 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }
const fit = await smallFit(data, input.covariateNames)
const { model } = fit
const { points } = await parameterDesign(model, fit.parameters)

it('has fifteen points with five ranges about the mode, and weights that add up to 1', () => {
  expect(points).toHaveLength(15)
  expect(points[0].parameters).toEqual(fit.parameters)
  expect(new Set(points.map(({ parameters }) => parameters[1].toFixed(9))).size).toBe(5)
  expect(points.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
  for (const { weight } of points) expect(weight).toBeGreaterThanOrEqual(0)
})

it('has the moments of the posterior on a fine grid', async () => {
  // Importance sampling over a lattice of ±3.5 posterior deviations in each log parameter.
  const spread = [0, 1, 2].map((axis) =>
    Math.sqrt(
      points.reduce((sum, p) => sum + p.weight * (p.parameters[axis] - fit.parameters[axis]) ** 2, 0),
    ),
  )
  const steps = [-3.5, -2.5, -1.5, -0.75, 0, 0.75, 1.5, 2.5, 3.5]
  const widths = steps.map((_, i) => (steps[Math.min(i + 1, 8)] - steps[Math.max(i - 1, 0)]) / 2)
  let total = 0
  const mean = [0, 0, 0]
  for (const [i, a] of steps.entries())
    for (const [j, b] of steps.entries())
      for (const [k, c] of steps.entries()) {
        const at = [a, b, c].map((z, axis) => fit.parameters[axis] + z * spread[axis])
        const value = model.logPosterior(Float64Array.from(at))
        if (value === null) continue
        const density = Math.exp(value - fit.logMarginal) * widths[i] * widths[j] * widths[k]
        total += density
        at.forEach((parameter, axis) => (mean[axis] += density * parameter))
      }
  for (let axis = 0; axis < 3; axis++) {
    const designMean = points.reduce((sum, p) => sum + p.weight * p.parameters[axis], 0)
    expect(Math.abs(designMean - mean[axis] / total)).toBeLessThan(0.35 * spread[axis])
  }
})

it('gives every point its share of the draws', async () => {
  expect(
    allocateDraws(
      [0.5, 0.3, 0.2].map((weight) => ({ parameters: [0, 0, 0], weight })),
      7,
    ),
  ).toEqual([4, 2, 1])
  const draws = await drawPosterior(fit, 100, seededRandom(3))
  expect(draws.groups[0].from).toBe(0)
  draws.groups.slice(1).forEach(({ from }, i) => expect(from).toBe(draws.groups[i].to))
  expect(draws.groups.at(-1)!.to).toBe(100)
  expect(new Set(draws.groups.map(({ sd }) => sd)).size).toBeGreaterThan(4)
  expect(draws.surface.every(Number.isFinite)).toBe(true)
})

it('varies the smoothness of each curve by its own posterior deviation, uncorrelated with the other parameters', () => {
  const design = points.map((point) => ({ ...point, parameters: [...point.parameters, -1, -2, -3] }))
  const sds = [0.5, 0.8, 1]
  const spread = spreadSmoothness(design, sds)
  const meanOf = (of: (point: (typeof spread)[number]) => number) =>
    spread.reduce((sum, point) => sum + point.weight * of(point), 0)
  // The signs cancel exactly only where all corners weigh the same.
  const even = spread.map((point) => ({ ...point, weight: 1 / spread.length }))
  sds.forEach((sd, curve) => {
    const mode = -1 - curve
    const moved = (point: (typeof spread)[number]) => point.parameters[3 + curve] - mode
    expect(meanOf((point) => moved(point) ** 2)).toBeCloseTo(sd ** 2, 9)
    for (const other of [0, 1, 2].filter((index) => index !== curve))
      expect(
        even.reduce((sum, point) => sum + moved(point) * (point.parameters[3 + other] + 1 + other), 0),
      ).toBeCloseTo(0, 9)
    for (const axis of [0, 1, 2])
      expect(even.reduce((sum, point) => sum + moved(point) * point.z[axis], 0)).toBeCloseTo(0, 9)
  })
  spread.forEach((point, index) => expect(point.parameters.slice(0, 3)).toEqual(points[index].parameters))
})

it('finds how uncertain the smoothness is, between a sure value and the prior', async () => {
  const curved = await smallFit(data, input.covariateNames, true)
  const { points: design } = await parameterDesign(curved.model, curved.parameters)
  expect(design).toHaveLength(15)
  for (let index = 3; index < curved.parameters.length; index++) {
    const variance = design.reduce(
      (sum, { parameters, weight }) => sum + weight * (parameters[index] - curved.parameters[index]) ** 2,
      0,
    )
    expect(variance).toBeGreaterThan(0.05)
    expect(variance).toBeLessThan(1.01)
  }
})
