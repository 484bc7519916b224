import { expect, test } from 'vitest'
import { calendarDate, dateWithQuarter } from '~/components/data-table/filters/calendar-date.ts'

test.each([
  ['2018-01-31', '31 Jan 2018', '31 Jan 2018 (Q1)'],
  ['2018-05-01', '1 May 2018', '1 May 2018 (Q2)'],
  ['2018-09-30', '30 Sept 2018', '30 Sept 2018 (Q3)'],
  ['2018-12-31', '31 Dec 2018', '31 Dec 2018 (Q4)'],
  ['2018-13-01', '2018-13-01', '2018-13-01'],
  ['about 2018', 'about 2018', 'about 2018'],
  ['', '', ''],
])('%j as %j, with its quarter as %j', (date, inWords, withQuarter) => {
  expect(calendarDate(date)).toBe(inWords)
  expect(dateWithQuarter(date)).toBe(withQuarter)
})
