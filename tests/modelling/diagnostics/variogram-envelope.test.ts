import { expect, it } from 'vitest'
import { clusterFitOf } from '#service/modelling/diagnostics/cluster-fit.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { simulateCounts } from '#service/modelling/diagnostics/variogram-envelope.ts'
import { variogramOf } from '#service/modelling/diagnostics/variogram.ts'
import { drawBinomial } from '#service/modelling/numerics/random-counts.ts'
import { expit } from '#service/modelling/likelihood/likelihood.ts'
import { spherePoints } from '#service/modelling/numerics/sphere.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { fitGp } from '../fit-gp.ts'
import { fieldAt, simulateCountry } from '../simulated-country.ts'

const { input } = simulateCountry({ clusters: 80, columns: 18, rows: 14, units: 4, seed: 5 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }
const fit = await fitGp(data, input.covariateNames, { strict: true })
const own = clusterFitOf(fit)
const plain = { ...own, linear: new Float64Array(80) }
const envelopeAt = (counts: Float64Array, of = plain, seed = 1) =>
  variogramOf(of, counts, data.denominator, seed)!.envelope!
const simulated = (times: number, seed: number) =>
  simulateCounts(
    { ...plain, simulateSurface: (random) => own.simulateSurface(random).map((value) => times * value) },
    data.denominator,
    seededRandom(seed, 50),
  )
/** No surface and no cluster effect. */
const flat = {
  linear: new Float64Array(80),
  clusterSd: 0,
  overdispersion: 0,
  simulateSurface: () => new Float64Array(80),
}

it('is the same for the same seed, and none without one', () => {
  expect(envelopeAt(data.numerator)).toEqual(envelopeAt(data.numerator))
  expect(envelopeAt(data.numerator, plain, 2)).not.toEqual(envelopeAt(data.numerator))
  expect(variogramOf(own, data.numerator, data.denominator)!.envelope).toBeNull()
})

it('holds surveys of the model: one in ten is among the tenth farthest outside', () => {
  let far = 0
  let bins = 0
  let outside = 0
  const surveys = 60
  for (let seed = 1; seed <= surveys; seed++) {
    const envelope = envelopeAt(simulated(1, seed), plain, seed)
    bins += envelope.lower.length
    outside += envelope.outside
    if (envelope.simulations_as_far < 10) far++
  }
  expect(outside / bins).toBeGreaterThan(0.01)
  expect(outside / bins).toBeLessThan(0.1)
  // Of 60, six are expected.
  expect(far).toBeLessThan(14)
})

it('does not hold surveys of a much stronger surface', () => {
  let far = 0
  for (let seed = 1; seed <= 10; seed++)
    if (envelopeAt(simulated(4, seed), plain, seed).simulations_as_far < 10) far++
  expect(far).toBeGreaterThan(8)
})

it('simulates beta-binomial counts where the fit has them: they vary more', () => {
  const varianceOf = (overdispersion: number) => {
    const random = seededRandom(9)
    let squares = 0
    for (let round = 0; round < 40; round++) {
      simulateCounts({ ...flat, overdispersion }, data.denominator, random).forEach((count, i) => {
        squares += (count / data.denominator[i] - 0.5) ** 2
      })
    }
    return squares
  }
  // 1 + (n − 1)·rho with about 25 people.
  const ratio = varianceOf(0.2) / varianceOf(0)
  expect(ratio).toBeGreaterThan(4.5)
  expect(ratio).toBeLessThan(7)
})

it('simulates no more cases than people where weighted counts have fractions', () => {
  const n = 80
  const denominator = new Float64Array(n).fill(10.5)
  const counts = simulateCounts(
    { ...flat, linear: new Float64Array(n).fill(9) },
    denominator,
    seededRandom(3),
  )
  expect(Math.max(...counts)).toBe(10.5)
})

it('compares a random 2,000 of 60,000 clusters, with semivariances close to those of 2,000 others', () => {
  const random = seededRandom(12)
  const simulated = (n: number) => {
    const points = spherePoints(
      Float64Array.from({ length: n }, () => 3 + 11 * random.uniform()),
      Float64Array.from({ length: n }, () => 4 + 9 * random.uniform()),
    )
    const denominators = new Float64Array(n).fill(20)
    const surface = fieldAt(points, 150, 200, seededRandom(2))
    const of = { ...flat, points, sd: 1, correlation: () => 0, linear: new Float64Array(n), latent: surface }
    const numerators = surface.map((eta) => drawBinomial(20, expit(eta), random))
    return variogramOf({ ...of, simulateSurface: () => surface }, numerators, denominators, 1)!
  }
  const start = cpuMs()
  const [all, large] = [simulated(2000), simulated(60_000)]
  expect(cpuMs() - start).toBeLessThan(30_000)
  for (const { pairs, clusters } of [all, large]) {
    expect(clusters).toBe(2000)
    expect(pairs.reduce((sum, count) => sum + count, 0)).toBeLessThan((2000 * 1999) / 2)
  }
  large.empirical.forEach((value, bin) => expect(Math.abs(value / all.empirical[bin] - 1)).toBeLessThan(0.15))
  // Simulated from the same surface as the data.
  expect(large.envelope!.simulations_as_far).toBeGreaterThan(5)
})
