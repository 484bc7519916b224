import { expect, it } from 'vitest'
import { daysOf } from '#service/db/day-range.ts'

it.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['last_7_days', '2026-02-23', '2026-03-01'],
  ['last_30_days', '2026-01-31', '2026-03-01'],
  ['this_month', '2026-03-01', '2026-03-01'],
] as const)('%s are days of UTC that end today', (period, first, last) => {
  for (const time of ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z', '2026-03-02T01:00:00+02:00'])
    expect(daysOf(period, new Date(time))).toEqual({ first, last })
})
