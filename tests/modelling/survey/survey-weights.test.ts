import { expect, it } from 'vitest'
import { hasWeights, weightFindings } from '#service/modelling/survey/survey-weights.ts'

const messages = (weights: number[]) =>
  weightFindings(Float64Array.from(weights)).map(({ message }) => message)
/** 61 weights in even steps of their logarithm. */
const range = (from: number, to: number) =>
  Array.from({ length: 61 }, (_, i) => from * (to / from) ** (i / 60))

it('knows that equal weights say nothing', () => {
  expect(hasWeights([1, 1, 1])).toBe(false)
  expect(hasWeights([0.7, 0.7])).toBe(false)
  expect(hasWeights([1, 1, 1.2])).toBe(true)
  expect(hasWeights([])).toBe(false)
})

it.each([
  [
    range(1e-9, 1e9),
    /^The weights are from '1e-9' to '1000000000.*': the largest is more than 1,000,000 times/,
  ],
  [range(1, 2e6), /the largest is more than 1,000,000 times the smallest\./],
  [range(1e-9, 2e-9), /^The weights are from '1e-9' to '2e-9', smaller than the weights of any survey\./],
  [range(5e8, 1e10), /larger than the weights of any survey\./],
  [[1e-9, 1e-9], /smaller than/],
  [
    [0.6, 1.2, 600_000, 1_200_000],
    /^The weights are on two scales: 2 are at most '1.2', and 2 at least '600000'\./,
  ],
])('reports weights that no survey has: %#', (weights, message) => {
  expect(messages(weights)).toEqual([expect.stringMatching(message)])
})

it.each([[range(0.01, 50)], [range(2e4, 2e7)], [range(1e-6, 1e-3)], [[1, 1, 1]]])(
  'accepts the weights of surveys: %#',
  (weights) => {
    expect(messages(weights)).toEqual([])
  },
)
