import { expect, it } from 'vitest'
import { correlationRoot } from '#service/modelling/inference/cluster-draws.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { simulateCounts } from '#service/modelling/diagnostics/variogram-envelope.ts'
import { variogramOf } from '#service/modelling/diagnostics/variogram.ts'
import { fitGp } from '../fit-gp.ts'
import { simulateCountry } from '../simulated-country.ts'

const { input } = simulateCountry({ clusters: 80, columns: 18, rows: 14, units: 4, seed: 5 })
const data = { ...input.clusters, covariates: input.covariatesAtClusters }
const fit = await fitGp(data, input.covariateNames, { strict: true })
const plain = { ...fit, mode: { ...fit.mode, a: fit.mode.a.map(() => 0) } }
const root = correlationRoot(fit)
const envelopeAt = (counts: Float64Array, of = plain, seed = 1) =>
  variogramOf(of, counts, data.denominator, seed)!.envelope!
const simulated = (sd: number, seed: number) =>
  simulateCounts({ ...fit, sd }, root, new Float64Array(80), data.denominator, seededRandom(seed, 50))

it('is the same for the same seed, and none without one', () => {
  expect(envelopeAt(data.numerator)).toEqual(envelopeAt(data.numerator))
  expect(envelopeAt(data.numerator, plain, 2)).not.toEqual(envelopeAt(data.numerator))
  expect(variogramOf(fit, data.numerator, data.denominator)!.envelope).toBeNull()
})

it('holds surveys of the model: one in ten is among the tenth farthest outside', () => {
  let far = 0
  let bins = 0
  let outside = 0
  const surveys = 60
  for (let seed = 1; seed <= surveys; seed++) {
    const envelope = envelopeAt(simulated(fit.sd, seed), plain, seed)
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
    if (envelopeAt(simulated(4 * fit.sd, seed), plain, seed).simulations_as_far < 10) far++
  expect(far).toBeGreaterThan(8)
})

it('simulates beta-binomial counts where the fit has them: they vary more', () => {
  const varianceOf = (overdispersion: number) => {
    const random = seededRandom(9)
    let squares = 0
    for (let round = 0; round < 40; round++) {
      const none = { sd: 0, clusterSd: 0, overdispersion }
      simulateCounts(none, root, new Float64Array(80), data.denominator, random).forEach((count, i) => {
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
  const none = { sd: 0, clusterSd: 0, overdispersion: 0 }
  const counts = simulateCounts(none, root, new Float64Array(n).fill(9), denominator, seededRandom(3))
  expect(Math.max(...counts)).toBe(10.5)
})
