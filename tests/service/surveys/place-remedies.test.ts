import { expect, it } from 'vitest'
import { PLACE_REMEDIES as NAMES } from '#contract/surveys/place-remedies.ts'
import { PLACE_REMEDIES, applyRemedy } from '#service/geometry/place-remedies.ts'

it.each([
  ['swap', [5.5, 0, Number.NaN], [-7.25, 367.25, 1]],
  ['negate-longitude', [7.25, -367.25, -1], [5.5, 0, Number.NaN]],
  ['negate-latitude', [-7.25, 367.25, 1], [-5.5, -0, Number.NaN]],
  ['negate-both', [7.25, -367.25, -1], [-5.5, -0, Number.NaN]],
  ['wrap-longitude', [-7.25, 7.25, 1], [5.5, 0, Number.NaN]],
] as const)('%s', (remedy, longitude, latitude) => {
  const spots = {
    longitude: Float64Array.of(-7.25, 367.25, 1),
    latitude: Float64Array.of(5.5, 0, Number.NaN),
  }
  const { longitude: x, latitude: y } = applyRemedy(remedy, spots)
  expect([[...x], [...y]]).toEqual([longitude, latitude])
  expect(spots.longitude[0]).toBe(-7.25)
})

it('the contract names what is computed', () => {
  expect(Object.keys(PLACE_REMEDIES)).toEqual([...NAMES])
})
