import { describe, expect, expectTypeOf, test } from 'vitest'
import { JOB_FIGURES } from '#contract/jobs/job-figures.ts'
import { JOB_FILTER_FIELDS, listJobs } from '#contract/jobs/jobs.ts'
import { LISTS } from '#contract/lists.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { parseSearch, stringifySearch } from '~/api/search-codec.ts'
import { sortedBy } from '~/components/data-table/address/sorting.ts'
import {
  type SearchOf,
  fromTable,
  searchOf,
  toQuery,
  toTable,
} from '~/components/data-table/address/search.ts'

const jobs = searchOf(listJobs)
const SUBMISSION_FILTER_FIELDS = [
  'app_user_id',
  'iso3_code',
  'status',
  'id',
  'title',
  'source',
  'source_wave',
  'round',
  'start_date',
  'end_date',
  'stack_name',
  'project_id',
]

describe('the search schema derived from the contract', () => {
  test('includes every filter of the specification', () => {
    const ranges = JOB_FIGURES.flatMap((figure) => [`${figure}_min`, `${figure}_max`])
    const ours = ['tags_match', 'submitted', 'has_newer', 'method', 'stack_name', 'stack_version', ...ranges]
    expect(new Set(jobs.fields)).toEqual(new Set([...JOB_FILTER_FIELDS, ...ours]))
    expect(new Set(searchOf(listSubmissions).fields)).toEqual(
      new Set([...SUBMISSION_FILTER_FIELDS, 'submitted']),
    )
  })
  test('an empty address means the first page of ten, by time submitted, ascending', () => {
    const defaults = { page: 1, page_size: 10, sort_by: 'datetime_submitted', sort_order: 'asc' }
    expect(jobs.parse({})).toEqual(defaults)
    expect(jobs.defaults).toEqual(defaults)
  })
  test.each(Object.values(LISTS).map(({ list }) => [list.name, list] as const))(
    '%s opens with ten rows',
    (_name, list) => {
      expect(searchOf(list as typeof listJobs).defaults.page_size).toBe(10)
    },
  )
  test('reads single values, numbers and words from the address bar', () => {
    expect(
      jobs.parse({
        page: '3',
        page_size: 25,
        iso3_code: 'ben',
        source_wave: [2018, '2019-20'],
        final: true,
        id: 7,
      }),
    ).toMatchObject({
      page: 3,
      page_size: 25,
      iso3_code: ['BEN'],
      source_wave: ['2018', '2019-20'],
      final: true,
      id: [7],
    })
  })
  test('rejected values fall back per field and are reported, as are unknown keys', () => {
    const search = jobs.parse({
      page: -1,
      page_size: 11,
      sort_by: 'id; drop table jobs',
      status: 'bogus',
      submit_date_start: '2024-13-01',
      target: 'stunting',
      junk: 1,
    })
    expect(search).toEqual({
      ...jobs.defaults,
      target: ['stunting'],
      ignored: [
        'status=bogus',
        'submit_date_start=2024-13-01',
        'page=-1',
        'page_size=11',
        'sort_by=id; drop table jobs',
        'junk',
      ],
    })
    expect(jobs.toQuery(search)).toEqual(toQuery(jobs.parse({ target: 'stunting' })))
  })
  test('names what the list does not know, with the nearest name; tracking is silent', () => {
    const ignored = (address: string) => jobs.ignored(jobs.parse(parseSearch(address)))
    expect(ignored('?statuss=failed&submitDateStart=2026-01-01&whatever=1&limit=5')).toEqual([
      { field: 'statuss', value: undefined, allowed: 'status' },
      { field: 'submitDateStart', value: undefined, allowed: 'submit_date_start' },
      { field: 'whatever', value: undefined, allowed: undefined },
      { field: 'limit', value: undefined, allowed: undefined },
    ])
    const tracking = 'utm_source=mail&UTM_Campaign=a&fbclid=1&gclid=2&msclkid=3&mc_eid=4&_gl=5'
    expect(ignored(`?${tracking}`)).toEqual([])
    expect(jobs.parse({ ignored: ['utm_source'] }).ignored).toBeUndefined()
    expect(jobs.parse({ ignored: ['former_filter=x', 'a=b=c'] }).ignored).toEqual(['former_filter', 'a'])
  })
  test('an unknown name leaves the address for good, so its note can be dismissed', () => {
    // The router merges what is parsed into what it has.
    const merged = { statuss: 'failed', ...jobs.parse({ statuss: 'failed' }) }
    expect(jobs.parse(merged).ignored).toEqual(['statuss'])
    expect(jobs.parse({ ...merged, ignored: undefined }).ignored).toBeUndefined()
  })
  test('keeps the accepted ones of several values', () => {
    const search = jobs.parse({ status: ['failed', 'wrong', 'worse'], iso3_code: ['ben', 'Benin'] })
    expect(search).toMatchObject({ status: ['failed'], iso3_code: ['BEN'] })
    expect(search.ignored).toEqual(['iso3_code=Benin', 'status=wrong, worse'])
  })
  test('keeps a value that is repeated once', () => {
    expect(jobs.parse({ status: ['failed', 'failed'] }).status).toEqual(['failed'])
    expect(jobs.parse({ iso3_code: ['ben', 'BEN', 'wrong'] }).iso3_code).toEqual(['BEN'])
  })
  test('reports the allowed values', () => {
    const allowed = (address: Record<string, unknown>) =>
      jobs.ignored(jobs.parse(address)).map((one) => one.allowed)
    expect(allowed({ status: 'wrong' })).toEqual(['pending, running, completed, failed, cancelled'])
    expect(allowed({ iso3_code: 'Benin' })).toEqual(['three letters, e.g. NGA'])
    expect(allowed({ page_size: 11 })).toEqual(['10, 25, 50, 100'])
    expect(allowed({ final: 'maybe' })).toEqual(['true, false'])
    expect(allowed({ page: 'two' })).toEqual(['a whole number'])
    expect(allowed({ r2_block_min: 'abc' })).toEqual(['a number'])
    expect(allowed({ page: -1 })).toEqual(['at least 1'])
    expect(allowed({ submit_date_start: 'today' })).toEqual(['a date such as 2024-01-31'])
    expect(allowed({ sort_order: 'up' })).toEqual(['asc, desc'])
    expect(allowed({ status: ['failed'] })).toEqual([])
  })
  test('shortens malformed addresses, and reading them again changes nothing', () => {
    const long = 'x'.repeat(5000)
    for (const hostile of [
      { status: long, page: [1, 2], final: ['true', 'false'], target: long, id: [[1], {}, null] },
      { ignored: Array.from({ length: 500 }, (_, at) => `status=${at}${long}`) },
      { ignored: ['nothing', '=', 'junk=1', 5, 'status=\u202ewrong\n', `target=${'😀'.repeat(100)}`] },
      { sort_by: { toString: 'no function' }, source_date: '\ud800' },
    ]) {
      const once = jobs.parse(hostile)
      expect(JSON.stringify(once.ignored).length).toBeLessThan(2000)
      const address = stringifySearch({ ...once })
      expect(stringifySearch({ ...jobs.parse(parseSearch(address)) })).toBe(address)
    }
  })
  test('parsing twice changes nothing', () => {
    const once = jobs.parse({ iso3_code: ['ben', 'nga'], is_overfit: 'false', page: 2, dense: true })
    expect(jobs.parse(once)).toEqual(once)
  })
  test('types follow the contract', () => {
    type Jobs = SearchOf<typeof listJobs.query>
    expectTypeOf<Jobs['iso3_code']>().toEqualTypeOf<string[] | undefined>()
    expectTypeOf<Jobs['final']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<'limit'>().not.toExtend<keyof Jobs>()
    expectTypeOf<'is_overfit'>().toExtend<Jobs['sort_by']>()
  })
})

describe('address → call', () => {
  test('skip = (page - 1) * page size, without display settings', () => {
    const query = toQuery(jobs.parse({ page: 4, page_size: 25, columns: ['status'], dense: true, round: 1 }))
    expect(query).toEqual({
      limit: 25,
      skip: 75,
      sort_by: 'datetime_submitted',
      sort_order: 'asc',
      round: ['1'],
    })
    expect(listJobs.query.safeParse(query).success).toBe(true)
  })
})

describe('address ⇄ table', () => {
  const search = jobs.parse({ page: 3, page_size: 25, sort_by: 'status', sort_order: 'desc', final: true })
  test('the address survives the round trip', () => {
    expect(toTable(search)).toEqual({
      pagination: { pageIndex: 2, pageSize: 25 },
      sorting: [{ id: 'status', desc: true }],
    })
    expect(fromTable(search, toTable(search))).toEqual(search)
  })
  test('another order or page size starts on the first page and keeps the filters', () => {
    const table = toTable(search)
    expect(fromTable(search, { ...table, sorting: [{ id: 'id', desc: false }] })).toMatchObject({
      page: 1,
      sort_by: 'id',
      sort_order: 'asc',
      final: true,
    })
    expect(fromTable(search, { ...table, pagination: { pageIndex: 2, pageSize: 50 } })).toMatchObject({
      page: 1,
      page_size: 50,
    })
  })
  test('further columns are in the address, the call and the table; those named before have no effect', () => {
    const address = '?sort_by=status&then_by=-target&then_by=round&page=2'
    const several = jobs.parse(parseSearch(address))
    expect(several.ignored).toBeUndefined()
    expect(jobs.toQuery(several)).toMatchObject({ sort_by: 'status', then_by: ['-target', 'round'] })
    const table = toTable(several)
    expect(table.sorting).toEqual([
      { id: 'status', desc: false },
      { id: 'target', desc: true },
      { id: 'round', desc: false },
    ])
    expect(fromTable(several, table)).toEqual(several)
    expect(fromTable(several, { ...table, sorting: table.sorting.slice(0, 2) })).toMatchObject({
      page: 1,
      then_by: ['-target'],
    })
    expect(fromTable(several, { ...table, sorting: table.sorting.slice(0, 1) }).then_by).toBeUndefined()
    const twice = jobs.parse({ sort_by: 'status', then_by: ['-status', 'target'] })
    expect(toTable(twice).sorting.map(({ id }) => id)).toEqual(['status', 'target'])
    expect(jobs.parse({ then_by: ['-target', 'junk'] })).toMatchObject({
      then_by: ['-target'],
      ignored: ['then_by=junk'],
    })
  })
})

describe('a click on a header', () => {
  const status = { id: 'status', desc: false }
  const target = { id: 'target', desc: true }
  test('sorts by this column alone; the first one reverses', () => {
    expect(sortedBy([status, target], 'target', false)).toEqual([{ id: 'target', desc: false }])
    expect(sortedBy([status, target], 'status', false)).toEqual([{ id: 'status', desc: true }])
    expect(sortedBy([status], 'round', false)).toEqual([{ id: 'round', desc: false }])
  })
  test('with Shift adds the column, or reverses it in its place; at most three', () => {
    const three = sortedBy(sortedBy([status], 'target', true), 'round', true)
    expect(three.map(({ id }) => id)).toEqual(['status', 'target', 'round'])
    expect(sortedBy([status, target], 'status', true)).toEqual([{ id: 'status', desc: true }, target])
    expect(sortedBy(three, 'source', true).map(({ id }) => id)).toEqual(['status', 'target', 'source'])
  })
})
