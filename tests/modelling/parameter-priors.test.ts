import { expect, it } from 'vitest'
import { logPrior, priorSlopes, typicalParameters } from '#service/modelling/parameter-priors.ts'

const typical = typicalParameters(600, 1)
const priors = { typical, meanVariance: 0.5 }
const theta = typical.map((value, index) => value + [0.4, -0.7, 0.3, 1.1][index])
const moved = (index: number, by: number) => theta.map((value, at) => (at === index ? value + by : value))

it('are exponential for the variance and gamma for the length scale', () => {
  const prior = (sd: number, lengthKm: number) =>
    logPrior(Float64Array.of(Math.log(sd), Math.log(lengthKm), typical[2], typical[3]), priors)
  // 2·v·exp(−v/0.5)/0.5 of v = sd²; x²·exp(−2·x) of x = length/150 km.
  expect(prior(0.2, 150) - prior(0.1, 150)).toBeCloseTo(2 * Math.log(2) - 0.03 / 0.5, 12)
  expect(prior(1.5, 150) - prior(0.5, 150)).toBeCloseTo(2 * Math.log(3) - 2 / 0.5, 12)
  expect(prior(0.5, 600) - prior(0.5, 150)).toBeCloseTo(2 * Math.log(4) - 6, 12)
  expect(prior(0.5, 75) - prior(0.5, 150)).toBeCloseTo(2 * Math.log(0.5) + 1, 12)
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
