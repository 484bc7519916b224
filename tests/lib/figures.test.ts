import { expect, test } from 'vitest'
import { count, figure } from '~/lib/figures.ts'

test.each([
  [0, '0'],
  [0.123_456, '0.1235'],
  [12.3, '12.3'],
  [-4.5, '−4.5'],
  [999.96, '1\u202f000'],
  [45_678.4, '45\u202f678'],
  [-1_234_567, '−1\u202f234\u202f567'],
  [0.000_012, '1.2 × 10⁻⁵'],
  [-3.4e38, '−3.4 × 10³⁸'],
  [null, '–'],
  [Number.NaN, '–'],
])('the figure for %s is %s', (value, text) => {
  expect(figure(value)).toBe(text)
})

test('counts are grouped in threes', () => {
  expect([7, 1234, -1_000_000].map(count)).toEqual(['7', '1\u202f234', '−1\u202f000\u202f000'])
})
