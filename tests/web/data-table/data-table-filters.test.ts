import { describe, expect, test } from 'vitest'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { formatCount } from '~/components/data-table/table/count-announcement.tsx'
import {
  type Filter,
  chipsOf,
  clearAll,
  countOf,
  patchOf,
  reversedRange,
  toggled,
} from '~/components/data-table/filters/filters.ts'
import { formatRows } from '~/components/data-table/table/table-pager.tsx'

const country = {
  kind: 'choice',
  field: 'iso3_code',
  label: 'Country',
  choices: [{ value: 'BEN', label: 'Benin', note: 'BEN' }],
} satisfies Filter
const person = {
  kind: 'choice',
  field: 'app_user_id',
  label: 'Person',
  numeric: true,
  choices: undefined,
} satisfies Filter
const filters: Filter[] = [
  country,
  person,
  { kind: 'dates', from: 'start', until: 'end', label: 'Submitted' },
  { kind: 'flag', field: 'final', label: 'Final', yes: 'Yes', no: 'No' },
  { kind: 'contains', field: 'title', label: 'Title' },
]
const search = {
  iso3_code: ['BEN', 'KEN'],
  app_user_id: [3],
  start: '2026-03-09',
  final: false,
  title: 'pilot',
  page: 4,
}

test('chips show field and value in words, one per value, and the raw value if it has no name yet', () => {
  expect(chipsOf(filters, search).map(({ text }) => text)).toEqual([
    'Country: Benin',
    'Country: KEN',
    'Person: 3',
    'Submitted from: 9 Mar 2026',
    'Final: No',
    'Title contains: pilot',
  ])
})

test('removing a chip keeps the others; removing the last value removes the field', () => {
  const chips = chipsOf(filters, search)
  const removing = (at: number, before = search) => patchOf(chips[at].without, before)
  expect(removing(0)).toEqual({ iso3_code: ['KEN'] })
  expect(removing(2)).toEqual({ app_user_id: undefined })
  expect(removing(3)).toEqual({ start: undefined })
  // The other country was removed in the meantime: it stays away.
  expect(removing(0, { ...search, iso3_code: ['BEN'] })).toEqual({ iso3_code: undefined })
  expect(removing(0, { ...search, iso3_code: ['KEN'] })).toEqual({ iso3_code: ['KEN'] })
})

test('a range whose ends are in the wrong order says so', () => {
  const ranges: Filter[] = [
    { kind: 'dates', from: 'start', until: 'end', label: 'Submitted' },
    { kind: 'ranges', label: 'Figures', ranges: [{ from: 'r2_min', until: 'r2_max', label: 'R²' }] },
  ]
  expect(reversedRange(ranges, { r2_min: 0.5, r2_max: 0.2 })).toBe('R²: the minimum is above the maximum.')
  expect(reversedRange(ranges, { start: '2026-03-09', end: '2026-02-10' })).toBe(
    'Submitted: the start is after the end.',
  )
  expect(reversedRange(ranges, { r2_min: 0.5, r2_max: 0.5, start: '2026-03-09' })).toBeUndefined()
})

test('a period is one value with its own chip; all or any of a single tag is the same', () => {
  const submitted = {
    kind: 'dates',
    from: 'start',
    until: 'end',
    period: 'submitted',
    label: 'Sent',
  } as const
  const tag = { kind: 'choice', field: 'tags', match: 'tags_match', label: 'Tag', choices: [] } as const
  const before = { submitted: 'last_7_days', tags: ['a', 'b'], tags_match: 'any' }
  const chips = chipsOf([submitted, tag], before)
  expect(chips.map(({ text }) => text)).toEqual(['Sent: Last 7 days', 'Tag (any): a', 'Tag (any): b'])
  expect(patchOf(chips[0].without, before)).toEqual({ submitted: undefined })
  expect(patchOf(chips[1].without, before)).toEqual({ tags: ['b'], tags_match: undefined })
  expect(countOf(tag, before)).toBe(2)
  expect(clearAll([submitted, tag])).toEqual(
    Object.fromEntries(['submitted', 'start', 'end', 'tags', 'tags_match'].map((key) => [key, undefined])),
  )
})

test('numbers stay numbers in the address', () => {
  expect(toggled(person, search, '5')).toEqual({ app_user_id: [3, 5] })
  expect(toggled(country, {}, 'BEN')).toEqual({ iso3_code: ['BEN'] })
})

test('Clear all and the counts include both ends of a range of dates', () => {
  expect(Object.keys(clearAll(filters))).toEqual([
    'iso3_code',
    'app_user_id',
    'start',
    'end',
    'final',
    'title',
  ])
  expect(filters.map((filter) => countOf(filter, search))).toEqual([2, 1, 1, 1, 1])
})

test('the pagination shows which rows are visible', () => {
  const at = (page: number, page_size = 10) => ({
    page,
    page_size,
    sort_by: 'id',
    sort_order: 'asc' as const,
  })
  expect(formatRows(at(2), 10, 1204)).toBe('rows 11–20 of 1,204')
  expect(formatRows(at(121), 4, 1204)).toBe('rows 1,201–1,204 of 1,204')
  expect(formatRows(at(4), 1, 31)).toBe('row 31 of 31')
  expect(formatRows(at(1), 0, 0)).toBe('no rows')
  expect(formatRows(at(9), 0, 31)).toBe('no rows on this page, 31 in total')
})

describe('a calendar date', () => {
  test('is the same day in every time zone; anything else is left unchanged', () => {
    expect(calendarDate('2024-03-09')).toBe('9 Mar 2024')
    expect(calendarDate('2024-12-31')).toBe('31 Dec 2024')
    expect(calendarDate('someday')).toBe('someday')
  })
})

test('the announcement says how many rows an address shows', () => {
  const at = (page: number) => ({ page, page_size: 10, sort_by: 'id', sort_order: 'asc' as const })
  expect(formatCount('layers', at(1), 37, true)).toBe('37 layers match')
  expect(formatCount('jobs', at(2), 1204, false)).toBe('1,204 jobs, page 2 of 121')
  expect(formatCount('people', at(1), 1, true)).toBe('1 row matches')
  expect(formatCount('people', at(1), 0, true)).toBe('No people match')
})
