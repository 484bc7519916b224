import { expect, test } from 'vitest'
import { niceTop, tickInPercent } from '~/components/jobs/report/diagnostics/nice-top.ts'

test.each([
  [0.62, 0.7],
  [0.31, 0.4],
  [0.97, 1],
  [1, 1],
  [0.047, 0.05],
  [0.0067, 0.007],
  [0.006, 0.006],
  [0.0101, 0.015],
  [0, 0.01],
])('an axis up to %f ends at %f', (highest, top) => {
  expect(niceTop(highest)).toBe(top)
})

test('ticks have as many digits as they need', () => {
  expect([0, 0.002, 0.005, 0.2, 1].map(tickInPercent)).toEqual(['0', '0.2', '0.5', '20', '100'])
})
