import { expect, it } from 'vitest'
import { circleSize } from '~/components/map/base/circle-size.ts'

it('is 1 up to 2,000 places, and beyond makes all circles together as large as those of 2,000', () => {
  expect([0, 1, 2000].map(circleSize)).toEqual([1, 1, 1])
  expect(10_000 * circleSize(10_000) ** 2).toBeCloseTo(2000, 9)
})
