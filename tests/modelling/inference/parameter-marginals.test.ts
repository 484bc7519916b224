import { expect, it } from 'vitest'
import { marginalIntervals } from '#service/modelling/inference/parameter-marginals.ts'
import { parameterDesign } from '#service/modelling/inference/parameter-design.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { smallFit } from '../fit-gp.ts'
import { simulateCountry } from '../simulated-country.ts'

const [near, far, corner] = [1.1 * Math.sqrt(3), 3.5, 1.1]
const SIGNS = [-1, 1]

/** What the design knows of a log density of z, the mode at 0. */
const dropsOf = (log: (z: readonly number[]) => number) => ({
  near,
  far,
  corner,
  axes: [0, 1, 2].map((axis) => {
    const at = (z: number) => log([0, 1, 2].map((other) => (other === axis ? z : 0))) - log([0, 0, 0])
    return { below: { near: at(-near), far: at(-far) }, above: { near: at(near), far: at(far) } }
  }),
  corners: SIGNS.flatMap((a) => SIGNS.flatMap((b) => SIGNS.map((c) => [a, b, c]))).map((signs) => ({
    signs,
    drop: log(signs.map((sign) => sign * corner)) - log([0, 0, 0]),
  })),
})

const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

it('is ±1.96 standard deviations for a normal posterior, correlated or not', () => {
  const normal = (z: readonly number[]) => -0.5 * z.reduce((sum, value) => sum + value * value, 0)
  const root = [
    [0.5, 0, 0.2],
    [0, 2, 0],
    [0.3, 0.4, 0],
  ]
  const intervals = marginalIntervals([1, -3, 0], root, dropsOf(normal))
  root.forEach((row, parameter) => {
    const sd = Math.hypot(...row)
    for (const [end, sign] of [-1, 1].entries()) {
      const off = intervals[parameter][end] - ([1, -3, 0][parameter] + sign * 1.96 * sd)
      expect(Math.abs(off)).toBeLessThan(0.09 * sd)
    }
  })
})

it('follows a skewed posterior: the log of a gamma variable', () => {
  // log x, x ~ gamma(shape 1.5, rate 1.5): mode 0, curvature 1.5. R: log(qgamma(c(0.025, 0.975), 1.5, 1.5))
  const [lower, upper] = [-2.6320374, 1.1365933]
  const sd = Math.sqrt(1 / 1.5)
  const log = (z: readonly number[]) => {
    const [t, ...others] = z
    return 1.5 * (sd * t - Math.exp(sd * t)) - 0.5 * others.reduce((sum, value) => sum + value * value, 0)
  }
  const [interval] = marginalIntervals([0, 0, 0], [[sd, 0, 0], ...IDENTITY.slice(1)], dropsOf(log))
  expect(Math.abs(interval[0] - lower)).toBeLessThan(0.12)
  expect(Math.abs(interval[1] - upper)).toBeLessThan(0.12)
})

it('holds 95 % of long random walks through the posteriors of three surveys, with both tails', async () => {
  const inside = [0, 0, 0]
  const below = [0, 0, 0]
  const steps = 2500
  const seeds = [5, 6, 7]
  for (const seed of seeds) {
    const { input } = simulateCountry({ clusters: 110, columns: 18, rows: 14, units: 4, seed })
    const data = { ...input.clusters, covariates: input.covariatesAtClusters }
    const fit = await smallFit(data, input.covariateNames)
    const { model } = fit
    const { intervals } = await parameterDesign(model, fit.parameters)
    const random = seededRandom(4)
    let at = Float64Array.from(fit.parameters)
    let value = model.logPosterior(at)!
    for (let step = 0; step < steps; step++) {
      const next = at.map((parameter, index) => parameter + [0.45, 0.5, 0.3][index] * random.normal())
      const proposed = model.logPosterior(next)
      if (proposed !== null && Math.log(random.uniform()) < proposed - value) [at, value] = [next, proposed]
      intervals!.forEach(([lower, upper], index) => {
        if (at[index] < lower) below[index]++
        else if (at[index] <= upper) inside[index]++
      })
    }
  }
  const total = steps * seeds.length
  for (let index = 0; index < 3; index++) {
    expect(inside[index] / total).toBeGreaterThan(0.9)
    expect(inside[index] / total).toBeLessThan(0.985)
    expect(below[index] / total).toBeLessThan(0.08)
  }
})
