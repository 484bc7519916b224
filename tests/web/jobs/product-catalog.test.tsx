import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listUsers } from '#contract/accounts/accounts.ts'
import { listCountries } from '#contract/places/countries.ts'
import type { Answer } from '#contract/endpoint.ts'
import { listJobFacets } from '#contract/lists/facets.ts'
import { markJobsFinal, undoFinalMark } from '#contract/jobs/final.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { cancelJob, listJobs, listSources, listStatuses, listTargets } from '#contract/jobs/jobs.ts'
import * as tracker from '#contract/layer-tracker.ts'
import { listEveryTag } from '#contract/projects/tag-list.ts'
import { addTags, createTag, removeTags } from '#contract/projects/tags.ts'
import { EXCLUDED_FROM_ZIPS, downloadZips } from '#contract/zips.ts'
import { ApiError } from '~/api/api-error.ts'
import { aPerson } from '../support/accounts-fakes.ts'
import { countries } from '../support/catalog-fakes.ts'
import { answer, callsOf, fail, look, resetApi } from '../support/fake-api.ts'
import { openAddress } from '../support/fake-browser.tsx'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource, aJob, pageOf } from '../support/submission-fakes.ts'

const CATALOG = '/modeling/product-catalog'
interface Asked {
  query: { limit: number; skip: number; final?: boolean[] }
}
type Page = { content: Job[]; totalElements: number }
let jobs: (query: Asked['query']) => Page
let finals: Page
/** Besides the table, the view 'Failed' asks for a count and marking a job as final for the jobs that lose the mark. */
const purposeOf = ({ limit }: Asked['query']) => (limit === 1 ? 'count' : limit === 1000 ? 'finals' : 'table')
const asked = (purpose: 'table' | 'finals' = 'table') =>
  callsOf(listJobs)
    .map(({ query }) => query as Asked['query'])
    .filter((query) => purposeOf(query) === purpose)
const lastQuery = () => asked().at(-1)
const showJobs = (content: Job[], total?: number) => {
  jobs = () => pageOf(content, total)
}
const failWith = (error: ApiError) => {
  jobs = () => {
    throw error
  }
}
const toolbar = () => within(screen.getByRole('group', { name: 'Filters' }))
const table = () => screen.findByRole('grid', { name: 'Jobs' })

function reset(role = 'staff') {
  resetApi([role])
  finals = pageOf([])
  answer(listJobs, ({ query }: Asked) => {
    const purpose = purposeOf(query)
    if (purpose === 'table') return jobs(query)
    return purpose === 'finals' ? finals : pageOf<Job>([], 3)
  })
  answer(listSources, pageOf(['DHS', 'MICS']))
  answer(listStatuses, pageOf(['pending', 'running', 'completed', 'failed', 'paused'] as Job['status'][]))
  answer(
    listJobFacets,
    pageOf([
      { value: 'failed', count: 1204 },
      { value: 'BEN', count: 7 },
    ]),
  )
  answer(listTargets, pageOf(['stunting', 'water']))
  answer(listCountries, countries)
  answer(listEveryTag, pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0' }]))
  answer(listUsers, pageOf([aPerson([]), { ...aPerson([]), id: 2, name: 'Grace Hopper' }]))
}
beforeEach(() => {
  reset()
  showJobs(
    [
      aJob({ id: 11, seed: 3, r2_block: 0.41, coverage_block: 0.9375 }),
      aJob({
        id: 12,
        status: 'failed',
        reason: 'The survey has only 10 clusters; at least 50 are needed.',
      }),
    ],
    31,
  )
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
})

describe('the address is the state', () => {
  test('with an empty address, shows the first ten by time submitted, ascending', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    expect(lastQuery()).toEqual({ limit: 10, skip: 0, sort_by: 'datetime_submitted', sort_order: 'asc' })
    expect(router.state.location.href).toBe(CATALOG)
    expect(screen.getByText('rows 1–2 of 31')).toBeTruthy()
  })

  test('sends every filter of the specification from the address', async () => {
    const filters = {
      id: [4],
      submission_id: [2],
      app_user_id: [1],
      tags: ['pilot'],
      iso3_code: ['BEN', 'KEN'],
      status: ['failed'],
      target: ['stunting'],
      source: ['DHS'],
      source_wave: ['2018'],
      source_date: '2018-05-01',
      round: ['1'],
      submit_date_start: '2026-01-01',
      submit_date_end: '2026-02-01',
      data_description: 'pilot',
      final: true,
      all_adm_pass: false,
      is_overfit: false,
    }
    const address = new URLSearchParams(
      Object.entries(filters).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)])),
    )
    show(routerAt(`${CATALOG}?${address}`))
    await table()
    expect(lastQuery()).toMatchObject(filters)
    const chips = within(screen.getByRole('list', { name: 'Chosen filters' })).getAllByRole('listitem')
    // One more for 'Clear all', one for the second country.
    expect(chips).toHaveLength(Object.keys(filters).length + 2)
  })

  test('changes page and page size', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ limit: 10, skip: 10 }))
    expect(router.state.location.search).toMatchObject({ page: 2 })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?page_size=25`))
    expect(lastQuery()).toMatchObject({ limit: 25, skip: 0 })
  })

  test('sorts by a header, and Back undoes it', async () => {
    const router = routerAt(CATALOG)
    show(router)
    const header = within(await table()).getByRole('columnheader', { name: 'Source' })
    expect(header.getAttribute('aria-sort')).toBe('none')
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort_by: 'source' }))
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort_by: 'source', sort_order: 'desc' }))
    expect(header.getAttribute('aria-sort')).toBe('descending')
    // The third press turns the order again: there is no table without one.
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    expect(router.state.location.search).toMatchObject({ sort_by: 'source' })
    router.history.back()
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('descending'))
    router.history.back()
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
    expect(header.getAttribute('aria-sort')).toBe('none')
  })
})

describe('several columns', () => {
  const header = async (name: RegExp) => within(await table()).getByRole('columnheader', { name })
  const press = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
    user.click(within(await header(name)).getByRole('button'))

  test('Shift and a click add a column, which the header, the call and the address name', async () => {
    const user = userEvent.setup()
    const router = routerAt(`${CATALOG}?sort_by=source&page=2`)
    show(router)
    await user.keyboard('{Shift>}')
    await press(user, /^Status/)
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ sort_by: 'source', then_by: 'status' }),
    )
    await press(user, /^Status/)
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ sort_by: 'source', then_by: ['-status'], skip: 0 }),
    )
    await user.keyboard('{/Shift}')
    expect((await header(/^Source/)).getAttribute('aria-sort')).toBe('ascending')
    // Assistive technology may announce only one column as sorted.
    const second = await header(/^Status, sort 2, descending$/)
    expect(second.getAttribute('aria-sort')).toBe('none')
    expect(second.textContent).toContain('2')
  })

  test('the order is listed above the table: a column reverses or goes away', async () => {
    const router = routerAt(`${CATALOG}?sort_by=source&then_by=status&then_by=-round`)
    show(router)
    const list = await screen.findByRole('list', { name: 'Sort order' })
    await userEvent.click(within(list).getByRole('button', { name: 'Status, ascending: reverse' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ then_by: ['-status', '-round'] }),
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Source.* from the sort$/ }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        sort_by: 'status',
        sort_order: 'desc',
        then_by: '-round',
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Only Status' }))
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('then_by'))
    expect(screen.queryByRole('list', { name: 'Sort order' })).toBeNull()
  })

  test('the Sort menu of a narrow screen adds one', async () => {
    const router = routerAt(`${CATALOG}?sort_by=source`)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Sort' }))
    await userEvent.click((await screen.findAllByRole('menuitemradio', { name: 'Status' })).at(-1)!)
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ sort_by: 'source', then_by: 'status' }),
    )
  })
})

describe('newest first', () => {
  const button = () => screen.findByRole('button', { name: 'Newest first' })

  test('one click turns it on and one off, from the first page and any order', async () => {
    const router = routerAt(`${CATALOG}?sort_by=target&page=2`)
    show(router)
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(await button())
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
    expect(lastQuery()).toMatchObject({ sort_by: 'datetime_submitted', sort_order: 'desc', skip: 0 })
    expect((await button()).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(await button())
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
  })

  test('is in the Sort menu of a narrow screen', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Sort' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Newest first' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
  })
})

describe('filters', () => {
  test('finds a country whatever the accents', async () => {
    answer(listCountries, {
      ...countries,
      content: [...countries.content, { ...countries.content[0], iso3_code: 'REU', name: 'Réunion' }],
    })
    show(routerAt(CATALOG))
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Country' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search Country' }), 'reunion')
    await screen.findByRole('option', { name: /Réunion/ })
    expect(screen.queryByRole('option', { name: /Benin/ })).toBeNull()
  })

  test('chooses countries by name with the keyboard; Back undoes everything chosen while it was open', async () => {
    const router = routerAt(`${CATALOG}?page=3`)
    show(router)
    await table()
    toolbar().getByRole('button', { name: 'Country' }).focus()
    await userEvent.keyboard('{Enter}')
    const field = await screen.findByRole('combobox', { name: 'Search Country' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('ben{Enter}')
    await screen.findByText('Country: Benin')
    expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN`)
    await userEvent.clear(screen.getByRole('combobox', { name: 'Search Country' }))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await screen.findByText('Country: Kenya')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ iso3_code: ['BEN', 'KEN'], skip: 0 }))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?page=3`))
    expect(screen.queryByText('Country: Benin')).toBeNull()
  })

  test('offers the statuses of the service; an unknown one keeps its own name', async () => {
    show(routerAt(CATALOG))
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Status' }))
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent?.replace(/, [\d,]+$/, ''))).toEqual([
      'Pending',
      'Running',
      'Completed',
      'Failed',
      'paused',
    ])
  })

  test('counts the jobs of each option when the filter opens, by the other filters', async () => {
    show(routerAt(`${CATALOG}?iso3_code=BEN&page=2`))
    await table()
    expect(callsOf(listJobFacets)).toEqual([])
    await userEvent.click(toolbar().getByRole('button', { name: 'Status' }))
    await screen.findByRole('option', { name: /^Failed, ?1,204$/ })
    expect(screen.getByRole('option', { name: /^Running, ?0$/ })).toBeTruthy()
    expect(callsOf(listJobFacets)).toEqual([{ query: { iso3_code: ['BEN'], field: 'status' } }])
  })

  test('a long list starts with the options that jobs have', async () => {
    answer(listTargets, pageOf(Array.from('abcdefghijk', (letter) => `target-${letter}`)))
    answer(listJobFacets, pageOf([{ value: 'target-k', count: 7 }]))
    show(routerAt(CATALOG))
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Target' }))
    await screen.findByRole('option', { name: /^target-k, ?7$/ })
    const list = within(screen.getByRole('listbox', { name: 'Target' }))
    const options = list.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options.slice(0, 3)).toEqual(['target-k, 7', 'target-a, 0', 'target-b, 0'])
  })

  test('options without counts are as useful', async () => {
    fail(listJobFacets, new ApiError(503, 'The database does not answer.'))
    show(routerAt(CATALOG))
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Target' }))
    await userEvent.click(await screen.findByRole('option', { name: 'water' }))
    await screen.findByText('Target: water')
  })

  test('a chip removes its value, and Clear all removes every value', async () => {
    const router = routerAt(`${CATALOG}?iso3_code=BEN&iso3_code=KEN&app_user_id=2&is_overfit=false`)
    show(router)
    await screen.findByText('Person: Grace Hopper')
    expect(screen.getByText('Overfit: No')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Country: Benin' }))
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ app_user_id: [2], iso3_code: ['KEN'], is_overfit: false }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
  })

  test('two chips removed at once are both gone', async () => {
    const router = routerAt(`${CATALOG}?iso3_code=BEN&iso3_code=KEN&status=failed`)
    show(router)
    await screen.findByText('Country: Kenya')
    const remove = ['Benin', 'Kenya'].map((name) =>
      screen.getByRole('button', { name: `Remove Country: ${name}` }),
    )
    act(() => remove.forEach((button) => button.click()))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?status=failed`))
  })

  test('announces how many rows a change shows, not what it opened with', async () => {
    show(routerAt(`${CATALOG}?iso3_code=BEN`))
    await table()
    const said = () => screen.queryByText(/jobs match|^12 jobs$/)
    expect(said()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(said()?.textContent).toBe('31 jobs match, page 2 of 4'))
    expect(said()?.closest('output')?.className).toBe('sr-only')
    showJobs([aJob({ id: 21 })], 12)
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(said()?.textContent).toBe('12 jobs'))
  })

  test('a period stays relative in the address; days replace it, and the other way round', async () => {
    const router = routerAt(`${CATALOG}?submit_date_start=2026-01-01`)
    show(router)
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: /^Submitted/ }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Last 7 days' }))
    await screen.findByText('Submitted: Last 7 days')
    expect(router.state.location.href).toBe(`${CATALOG}?submitted=last_7_days`)
    expect(lastQuery()).toMatchObject({ submitted: 'last_7_days' })
    fireEvent.change(screen.getByLabelText('Until, inclusive'), { target: { value: '2026-02-01' } })
    await screen.findByText('Submitted until: 1 Feb 2026')
    expect(router.state.location.href).toBe(`${CATALOG}?submit_date_end=2026-02-01`)
  })

  test('with several tags, rows can need all of them or any', async () => {
    const router = routerAt(`${CATALOG}?tags=pilot`)
    show(router)
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: /^Tag/ }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search Tag' }), 'checked{Enter}')
    await userEvent.click(await screen.findByRole('radio', { name: 'Any of these' }))
    await screen.findByText('Tag (any): checked')
    expect(lastQuery()).toMatchObject({ tags: ['pilot', 'checked'], tags_match: 'any' })
    await userEvent.click(screen.getByRole('button', { name: 'Remove Tag (any): pilot' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?tags=checked`))
  })

  test('offers the targets of the jobs', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Target' }))
    await userEvent.click(await screen.findByRole('option', { name: /^water/ }))
    await screen.findByText('Target: water')
    expect(lastQuery()).toMatchObject({ target: ['water'] })
    expect(router.state.location.href).toBe(`${CATALOG}?target=water`)
  })

  test('More filters: ranges of metrics, a share in percent, an error of it in points', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
    await userEvent.click(toolbar().getByRole('button', { name: 'Metrics' }))
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'R², block folds from' }), '0.3')
    await screen.findByText('R², block folds: at least 0.3')
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Coverage of 95 %, block folds to' }), '92.9')
    await screen.findByText('Coverage of 95 %, block folds: at most 92.9 %')
    const rmse = screen.getByRole('group', { name: 'RMSE, block folds, in percentage points' })
    const most = within(rmse).getByRole('spinbutton', { name: 'RMSE, block folds to' })
    await userEvent.type(most, '13.5')
    await screen.findByText('RMSE, block folds: at most 13.5 points')
    expect(lastQuery()).toMatchObject({ rmse_block_max: 0.135 })
    await userEvent.clear(most)
    expect(lastQuery()).toMatchObject({ r2_block_min: 0.3, coverage_block_max: 0.929 })
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'R², block folds from' }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('r2_block_min'))
    expect(router.state.location.href).toBe(`${CATALOG}?coverage_block_max=0.929`)
  })

  test('More filters offers filters with typed values', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    expect(toolbar().queryByRole('button', { name: 'Round' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
    await userEvent.click(toolbar().getByRole('button', { name: 'Round' }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Add Round' }), '01{Enter}')
    await screen.findByText('Round: 01')
    expect(lastQuery()).toMatchObject({ round: ['01'] })
    expect(router.state.location.href).toBe(`${CATALOG}?round=01`)
  })
})

describe('states', () => {
  test('a page past the end says so and offers the last page', async () => {
    jobs = ({ skip }) => pageOf(skip > 30 ? [] : [aJob({ id: 31 })], 31)
    const router = routerAt(`${CATALOG}?page=9`)
    show(router)
    await screen.findByText('There is no page 9')
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
    await table()
    expect(router.state.location.href).toBe(`${CATALOG}?page=4`)
    expect(screen.getByText('row 31 of 31')).toBeTruthy()
  })

  test('says when nothing matches and when there are no jobs yet', async () => {
    showJobs([], 0)
    const router = routerAt(`${CATALOG}?final=true`)
    show(router)
    await screen.findByText('No jobs match these filters')
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await screen.findByText('No jobs yet')
    expect(screen.getByRole('link', { name: 'New submission' })).toBeTruthy()
    // Where nothing is there to filter, to sort or to turn, only the next step is shown.
    expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('a single short page has no pagination', async () => {
    showJobs([aJob({ id: 1 })])
    show(routerAt(CATALOG))
    await screen.findByText('row 1 of 1')
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull()
  })

  test('shows an error in the table with the service’s message and Try again', async () => {
    failWith(new ApiError(503, 'The database does not answer.'))
    show(routerAt(CATALOG))
    await screen.findByText('The database does not answer.')
    showJobs([aJob({ id: 1 })])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await table()
  })

  test('names the filters that the service rejects, and removes them one by one', async () => {
    failWith(
      new ApiError(422, 'round must be a number.', [
        { field: 'round.0', message: 'round must be a number.' },
        { field: 'junk', message: "'junk' is not known here." },
        { field: 'sort_by', message: 'sort_by must be one of id.' },
      ]),
    )
    const router = routerAt(`${CATALOG}?iso3_code=BEN&round=x&sort_by=target&page=3`)
    show(router)
    const rejected = await screen.findByRole('list', { name: 'Rejected filters' })
    expect(
      within(rejected)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Round: round must be a number.Remove Round', 'Sort: sort_by must be one of id.Remove Sort'])
    await userEvent.click(within(rejected).getByRole('button', { name: 'Remove Sort' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN&round=x`))
    showJobs([aJob({ id: 1 })])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Round' }))
    await table()
    expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN`)
  })

  test('says who can help if the list is forbidden', async () => {
    failWith(new ApiError(403, 'Your role may not list jobs.'))
    show(routerAt(CATALOG))
    await screen.findByText('You cannot see this list')
  })
})

describe('rows', () => {
  test('link to the report and show reason and tags', async () => {
    show(routerAt(CATALOG))
    const rows = within(await table()).getAllByRole('row')
    expect(within(rows[1]).getByRole('link').getAttribute('href')).toBe(
      '/spatial-catalog/report/ben-stunting-dhs-2018-r1-11?list=%2Fmodeling%2Fproduct-catalog',
    )
    expect(within(rows[1]).getByText('Benin · stunting · seed 3')).toBeTruthy()
    expect(within(rows[2]).getByText('Benin · stunting')).toBeTruthy()
    expect(within(rows[2]).getByText('The survey has only 10 clusters; at least 50 are needed.')).toBeTruthy()
    expect(within(rows[1]).getByText('pilot')).toBeTruthy()
    expect(rows[1].querySelector('time')?.dateTime).toBe('2026-11-20T10:00:00.000Z')
  })

  test('a live event updates status and progress without a call', async () => {
    showJobs([aJob({ id: 11, status: 'running', fraction: 0.1, step: 'Reading' })])
    show(routerAt(CATALOG))
    await screen.findByText('Reading')
    const [source] = FakeEventSource.all
    expect(source?.url).toBe('/api/v1/modeling/v1/jobs/events')
    source?.heartbeat()
    await screen.findByText('Live')
    await waitFor(() => expect(asked()).toHaveLength(2))
    source?.job({ id: 11, status: 'running', fraction: 0.62, step: 'Drawing the surface' })
    await screen.findByText('Drawing the surface')
    expect(screen.getByText('62 %')).toBeTruthy()
    expect(asked()).toHaveLength(2)
  })

  test("a live event shows another person's mark and tags, and refetches the list once", async () => {
    showJobs([aJob({ id: 11 })])
    show(routerAt(CATALOG))
    const grid = within(await table())
    await grid.findByText('pilot')
    const [source] = FakeEventSource.all
    source?.heartbeat()
    await screen.findByText('Live')
    await waitFor(() => expect(asked()).toHaveLength(2))
    showJobs([aJob({ id: 11, final: true, tags: [] })])
    source?.job({ id: 11, status: 'completed', fraction: 1, final: true })
    await grid.findByText('Final')
    source?.job({ id: 11, status: 'completed', fraction: 1, final: true, tags: [] })
    await waitFor(() => expect(grid.queryByText('pilot')).toBeNull())
    await waitFor(() => expect(asked()).toHaveLength(3))
  })

  test('refetches for a job that enters, leaves and enters the filters', async () => {
    showJobs([])
    show(routerAt(`${CATALOG}?final=true`))
    await waitFor(() => expect(FakeEventSource.all).toHaveLength(1))
    const [source] = FakeEventSource.all
    source?.heartbeat()
    await screen.findByText('Live')
    for (const final of [true, false, true]) {
      const before = asked().length
      showJobs(final ? [aJob({ id: 11, final })] : [])
      source?.job({ id: 11, status: 'completed', fraction: 1, final })
      await waitFor(() => expect(asked().length).toBeGreaterThan(before))
      await waitFor(() => expect(screen.queryAllByText('Benin · stunting')).toHaveLength(final ? 1 : 0))
    }
  })

  test('refetches every three seconds while the stream is down', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      show(routerAt(CATALOG))
      await table()
      const [source] = FakeEventSource.all
      source?.say('error')
      await screen.findByText('Refreshed every 3 seconds')
      const before = asked().length
      await vi.advanceTimersByTimeAsync(3000)
      expect(asked().length).toBe(before + 1)
      source?.heartbeat()
      await screen.findByText('Live')
      const after = asked().length
      await vi.advanceTimersByTimeAsync(9000)
      expect(asked().length).toBe(after)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the view', () => {
  test('metrics are columns, two of them shown unless asked', async () => {
    show(routerAt(CATALOG))
    const grid = within(await table())
    expect(grid.getByRole('columnheader', { name: 'R² block' })).toBeTruthy()
    expect(grid.queryByRole('columnheader', { name: 'R² random' })).toBeNull()
    expect(grid.getByRole('gridcell', { name: '0.410' })).toBeTruthy()
    expect(grid.getByRole('gridcell', { name: '93.8\u202f%' })).toBeTruthy()
  })

  test('the columns that differ, of all there are, and back', async () => {
    const router = routerAt(`${CATALOG}?columns=round&dense=true`)
    showJobs([aJob({ id: 11, seed: 3, draws: 500 }), aJob({ id: 12, seed: 4, draws: 500, method: 'auto' })])
    show(router)
    const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await table()
    expect(headers()).toEqual(['', 'Job', 'Round', 'Actions'])
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Only columns that differ' }))
    await waitFor(() => expect(headers()).toEqual(['', 'Job', 'Seed', 'Method', 'Actions']))
    expect(router.state.location.search).toMatchObject({ differ: true, dense: true })
    // Changing the columns starts from those shown.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Draws' }))
    await waitFor(() => expect(headers()).toEqual(['', 'Job', 'Seed', 'Draws', 'Method', 'Actions']))
    expect(router.state.location.search).not.toHaveProperty('differ')
  })

  test('unknown columns in the address are named and can be removed; without any other the default ones show', async () => {
    const router = routerAt(`${CATALOG}?columns=nothing&columns=%5B%22status%22%5D`)
    showJobs([aJob({ id: 11 })])
    show(router)
    const grid = within(await table())
    expect(grid.getByRole('columnheader', { name: 'Status' })).toBeTruthy()
    expect(grid.queryByRole('columnheader', { name: 'Round' })).toBeNull()
    await act(() => router.navigate({ to: CATALOG, search: { columns: ['nothing', 'round'] } as never }))
    await waitFor(() => expect(grid.queryByRole('columnheader', { name: 'Status' })).toBeNull())
    expect(grid.getByRole('columnheader', { name: 'Round' })).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Ignored' })).getByRole('listitem').textContent).toBe(
      "Ignored: columns 'nothing'. Allowed: those that the View menu lists.",
    )
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ columns: 'round' }))
    expect(screen.queryByRole('list', { name: 'Ignored' })).toBeNull()
  })

  test('the row height is remembered, and an address that names it comes first', async () => {
    look.dense = true
    const router = routerAt(CATALOG)
    show(router)
    const cell = async () => (await table()).querySelector('.data-row > td')?.classList.contains('dense')
    expect(await cell()).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    const choice = await screen.findByRole('checkbox', { name: 'Dense rows' })
    // Rows are cards below that width.
    expect(choice.closest(String.raw`.max-\[699px\]\:hidden`)).not.toBeNull()
    await userEvent.click(choice)
    await waitFor(async () => expect(await cell()).toBe(false))
    expect(document.cookie).toContain('density=comfortable')
    expect(router.state.location.href).toBe(CATALOG)
    await act(() => router.navigate({ to: CATALOG, search: { dense: true } }))
    await waitFor(async () => expect(await cell()).toBe(true))
  })

  test('a row height chosen in a saved view is a change of that view alone', async () => {
    look.dense = true
    const router = routerAt(`${CATALOG}?view=7`)
    show(router)
    const cell = async () => (await table()).querySelector('.data-row > td')?.classList.contains('dense')
    expect(await cell()).toBe(true)
    const remembered = document.cookie
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Dense rows' }))
    await waitFor(async () => expect(await cell()).toBe(false))
    expect(router.state.location.search).toEqual({ view: 7, dense: false })
    expect(document.cookie).toBe(remembered)
    await act(() => router.navigate({ to: CATALOG, search: { view: 0 } }))
    await waitFor(async () => expect(await cell()).toBe(true))
  })

  test('chosen columns are remembered; the address says which, and an address or a view that does comes first', async () => {
    look.ownColumns = { listJobs: ['round', 'source_wave', 'gone'] }
    const router = routerAt(CATALOG)
    show(router)
    const headers = async () =>
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(router.state.location.search).toEqual({ columns: ['round', 'source_wave'] }))
    expect(await headers()).toContain('Round')
    expect(await headers()).not.toContain('Status')
    expect(screen.queryByRole('list', { name: 'Ignored' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Status' }))
    await waitFor(async () => expect(await headers()).toContain('Status'))
    expect(document.cookie).toMatch(/columns=listJobs:[\w.]*status/)

    await act(() => router.navigate({ to: CATALOG, search: { columns: ['target'] } }))
    await waitFor(async () => expect(await headers()).not.toContain('Round'))
    await act(() => router.navigate({ to: CATALOG, search: { view: 7 } }))
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 7 }))
    expect(await headers()).toContain('Submitted')

    const remembered = document.cookie
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Status' }))
    await waitFor(async () => expect(await headers()).not.toContain('Status'))
    expect(router.state.location.search).toMatchObject({ view: 7, columns: expect.any(Array) })
    expect(screen.getByText(/Save the view to keep them in it/)).toBeTruthy()
    expect(document.cookie).toBe(remembered)
    await act(() => router.navigate({ to: CATALOG, search: { view: 0 } }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 0 }))
    await waitFor(async () => expect(await headers()).toContain('Status'))
    expect(await headers()).not.toContain('Target')
  })

  test('widths of columns are remembered: dragged, by key, by button, reset', async () => {
    look.columnWidths = { listJobs: { status: 90 }, listBands: { name: 200 } }
    show(routerAt(CATALOG))
    const header = async (name: string) => within(await table()).getByRole('columnheader', { name })
    const sizes = (name: string) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          `[data-label="${name}"], th[data-column=${name.toLowerCase()}]`,
        ),
      ].map((cell) => cell.classList.contains('sized') && cell.style.getPropertyValue('--size'))
    await header('Status')
    expect(new Set(sizes('Status'))).toEqual(new Set(['90px']))
    expect(new Set(sizes('Submitted'))).toEqual(new Set([false]))
    // The page is not laid out in tests, so every header is this wide.
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)

    const handle = (await header('Status')).querySelector('.resize-handle')!
    await userEvent.hover(handle)
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1, button: 0 })
    await waitFor(async () => expect((await header('Status')).className).toContain('resizing'))
    fireEvent.pointerMove(window, { clientX: 540, pointerId: 1, buttons: 1 })
    expect(new Set(sizes('Status'))).toEqual(new Set(['140px']))
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(new Set(sizes('Status'))).toEqual(new Set(['90px']))
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1, button: 0 })
    await waitFor(async () => expect((await header('Status')).className).toContain('resizing'))
    fireEvent.pointerMove(window, { clientX: 450, pointerId: 1, buttons: 1 })
    fireEvent.pointerUp(window, { clientX: 450, pointerId: 1 })
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set(['50px'])))
    expect(document.cookie).toContain('column-widths=listBands:name-200|listJobs:status-50')
    // A press that ended before the code was there: the edge does not stick to the pointer.
    fireEvent.pointerDown(handle, { clientX: 500, pointerId: 1, button: 0 })
    await waitFor(async () => expect((await header('Status')).className).toContain('resizing'))
    fireEvent.pointerMove(window, { clientX: 700, pointerId: 1, buttons: 0 })
    expect((await header('Status')).className).not.toContain('resizing')
    expect(new Set(sizes('Status'))).toEqual(new Set(['50px']))

    within(await header('Status'))
      .getByRole('button')
      .focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set(['116px'])))
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Narrower: Status' }))
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set(['84px'])))
    await userEvent.click(screen.getByRole('button', { name: 'Reset column widths' }))
    await waitFor(() => expect(new Set(sizes('Status'))).toEqual(new Set([false])))
    expect(document.cookie).toMatch(/column-widths=listBands:name-200(;|$)/)
    expect(screen.queryByRole('button', { name: 'Reset column widths' })).toBeNull()
  })

  test('columns and row height are in the address', async () => {
    const router = routerAt(CATALOG)
    show(router)
    expect(within(await table()).queryByRole('columnheader', { name: 'Round' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Round' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ columns: expect.arrayContaining(['round']) }),
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dense rows' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ dense: true }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Round' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?dense=true`))
    // The view is no matter of the service.
    expect(asked().every((query) => !('columns' in query) && !('dense' in query))).toBe(true)
  })

  test('arrow keys move from row to row', async () => {
    show(routerAt(CATALOG))
    const links = within(await table()).getAllByRole('link')
    links[0].focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(links[1])
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(links[0])
  })
})

describe('cancel', () => {
  const open = async (over: Partial<Job> = {}) => {
    showJobs([aJob({ id: 11, status: 'pending', queue_position: 3, ...over })])
    show(routerAt(CATALOG))
    await screen.findByText('3rd in the queue')
    await userEvent.click(screen.getByRole('button', { name: 'Actions for ben-stunting-dhs-2018-r1-11' }))
    return screen.findByRole('menu')
  }
  test('is offered to the owner and shows the service’s message', async () => {
    answer(cancelJob, { msg: 'Job 11 was cancelled.' })
    await userEvent.click(within(await open()).getByRole('menuitem', { name: 'Cancel job' }))
    expect(callsOf(cancelJob)).toEqual([{ params: { id: 11 } }])
    await screen.findByText('Job 11 was cancelled.')
  })
  test('is offered to the person the submission was handed over to', async () => {
    const menu = await open({ app_user_id: 2, owner_id: 1 })
    expect(within(menu).getByRole('menuitem', { name: 'Cancel job' })).toBeTruthy()
  })
  test.each([
    { role: 'staff', shown: false },
    { role: 'admin', shown: true },
  ])('is offered for other people’s jobs to admins only: $role', async ({ role, shown }) => {
    reset(role)
    const menu = await open({ app_user_id: 1, owner_id: 2 })
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' }) !== null).toBe(shown)
  })
  test('is hidden for viewers', async () => {
    reset('viewer')
    const menu = await open()
    expect(within(menu).getByRole('menuitem', { name: 'Open report' })).toBeTruthy()
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' })).toBeNull()
  })
})

test('a dialog opened from a button returns the focus to it', async () => {
  showJobs([aJob({ id: 11 })])
  show(routerAt(CATALOG))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select ben-/ }))
  const button = within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', {
    name: 'Tags',
  })
  await userEvent.click(button)
  await screen.findByLabelText(/^Find a tag/)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a dialog opened from a menu traps the focus and returns it to the menu’s button', async () => {
  showJobs([aJob({ id: 11 })])
  show(routerAt(CATALOG))
  const name = 'Actions for ben-stunting-dhs-2018-r1-11'
  const button = await screen.findByRole('button', { name })
  act(() => button.focus())
  await userEvent.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Tags' })
  act(() => item.focus())
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  for (let stop = 0; stop < 8; stop += 1) await userEvent.tab()
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name))
})

test('a layer of a simulated survey is marked', async () => {
  showJobs([aJob({ id: 11, simulated: true }), aJob({ id: 12 })])
  show(routerAt(CATALOG))
  const marked = await within(await table()).findAllByText(', from a simulated survey')
  expect(marked.map((mark) => mark.closest('tr')?.textContent)).toEqual([expect.stringContaining('-11')])
})

describe('selecting rows', () => {
  const boxes = async () =>
    within(await table()).getAllByRole<HTMLInputElement>('checkbox', { name: /^Select ben/ })
  const bar = () => screen.getByRole('region', { name: 'Selected rows' })
  const three = [aJob({ id: 11 }), aJob({ id: 12 }), aJob({ id: 13 })]

  beforeEach(() => {
    showJobs(three, 31)
  })

  test('selects one row, several with Shift, the page or none, and keeps the address', async () => {
    const router = routerAt(CATALOG)
    show(router)
    const user = userEvent.setup()
    const [first, , third] = await boxes()
    await user.click(first)
    expect(bar().textContent).toContain('1 selected')
    await user.keyboard('{Shift>}')
    await user.click(third)
    await user.keyboard('{/Shift}')
    expect((await boxes()).map((box) => box.checked)).toEqual([true, true, true])
    await user.click(first)
    const page = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
    expect(page.indeterminate).toBe(true)
    await user.click(page)
    expect(bar().textContent).toContain('3 selected')
    await user.click(within(bar()).getByRole('button', { name: 'Clear the selection' }))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
    expect(router.state.location.href).toBe(CATALOG)
  })

  test('arrow keys move between the checkboxes, and Shift extends the selection', async () => {
    show(routerAt(CATALOG))
    const [first, second] = await boxes()
    first.focus()
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}')
    expect(document.activeElement).toBe(second)
    expect((await boxes()).map((box) => box.checked)).toEqual([true, true, false])
  })

  test('keeps the selection across pages', async () => {
    show(routerAt(CATALOG))
    await userEvent.click((await boxes())[0])
    showJobs([aJob({ id: 21 })], 31)
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: /-21$/ })
    expect(bar().textContent).toContain('1 selected, 1 on other pages')
    await userEvent.click((await boxes())[0])
    expect(bar().textContent).toContain('2 selected, 1 on other pages')
  })

  test('two to four rows can be compared, on their own address', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await userEvent.click((await boxes())[0])
    expect(within(bar()).queryByRole('button', { name: 'Compare' })).toBeNull()
    await userEvent.click((await boxes())[1])
    await userEvent.click(within(bar()).getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(router.state.location.href).toBe('/spatial-catalog/compare?jobs=11&jobs=12'))
  })

  test('is kept for Back from the comparison, not for a new visit', async () => {
    const router = routerAt(CATALOG)
    show(router)
    for (const box of (await boxes()).slice(0, 2)) await userEvent.click(box)
    await userEvent.click(within(bar()).getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/spatial-catalog/compare'))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
    router.history.back()
    await screen.findByRole('region', { name: 'Selected rows' })
    expect(bar().textContent).toContain('2 selected')
    await router.navigate({ to: '/spatial-catalog' })
    await router.navigate({ to: CATALOG })
    await boxes()
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })

  test('viewers can only download the selected rows', async () => {
    reset('viewer')
    show(routerAt(CATALOG))
    await userEvent.click((await boxes())[0])
    const wide = within(bar()).getAllByRole('button')
    expect(wide.map((button) => button.textContent)).toEqual(['Download zip', 'Actions', ''])
  })

  test('shows how many rows an action applies to', async () => {
    showJobs([aJob({ id: 11 }), aJob({ id: 12, status: 'running' })])
    show(routerAt(CATALOG))
    for (const box of await boxes()) await userEvent.click(box)
    expect(within(bar()).getByRole('button', { name: 'Mark as final (1)' })).toBeTruthy()
    expect(within(bar()).getByRole<HTMLButtonElement>('button', { name: 'Remove final' }).disabled).toBe(true)
    expect(within(bar()).getByRole('button', { name: 'Cancel jobs (1)' })).toBeTruthy()
  })
})

describe('the keyboard', () => {
  const focused = () => document.activeElement as HTMLElement
  const stops = async () =>
    [...(await table()).querySelectorAll<HTMLElement>('tbody :is(a, button, input, td, th)')].filter(
      ({ tabIndex }) => tabIndex === 0,
    )
  const row = () => focused().closest('tr')?.rowIndex

  test('the rows are one tab stop; arrows, Home, End and Page keys move along cells and controls', async () => {
    showJobs(Array.from({ length: 25 }, (_, at) => aJob({ id: at + 1 })))
    show(routerAt(`${CATALOG}?page_size=25`))
    const boxes = within(await table()).getAllByRole('checkbox')
    await waitFor(async () => expect(await stops()).toEqual([boxes[1]]))
    act(() => [...document.querySelectorAll<HTMLElement>('thead button')].at(-1)?.focus())
    await userEvent.tab()
    expect(focused()).toBe(boxes[1])
    await userEvent.keyboard('{ArrowRight}')
    expect(focused().textContent).toContain('Benin')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused().role).toBe('gridcell')
    await userEvent.keyboard('{PageDown}')
    expect(row()).toBe(12)
    await userEvent.keyboard('{PageDown}{PageDown}')
    expect(row()).toBe(25)
    await userEvent.keyboard('{End}')
    expect(focused().getAttribute('aria-haspopup')).toBe('menu')
    await userEvent.keyboard('{ArrowUp}')
    // A row's menu opens with Enter; the arrow moves to the menu of the row above.
    expect([row(), screen.queryByRole('menu')]).toEqual([24, null])
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(focused()).toBe(boxes[1])
    expect(await stops()).toEqual([boxes[1]])
    await userEvent.tab({ shift: true })
    expect(focused().closest('thead')).toBeTruthy()
  })

  test('reaches the last of a hundred rows, which come in steps, and stays one tab stop', async () => {
    show(routerAt(CATALOG))
    await table()
    showJobs(Array.from({ length: 100 }, (_, at) => aJob({ id: at + 100 })))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100')
    // Finding them by role would take longer than they take.
    const rows = document.querySelector('tbody')!.rows
    await waitFor(() => expect(rows.length).toBe(100))
    const [first, ...others] = await stops()
    expect(others).toEqual([])
    act(() => first?.focus())
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(row()).toBe(100)
    expect(await stops()).toEqual([focused()])
  })

  test('Space selects the row and Enter opens it, from any of its cells', async () => {
    const router = routerAt(CATALOG)
    show(router)
    const second = within(await table()).getAllByRole('row')[2]
    await waitFor(async () => expect(await stops()).toHaveLength(1))
    act(() =>
      within(second)
        .getAllByRole('gridcell')
        .find((cell) => cell.hasAttribute('tabindex'))
        ?.focus(),
    )
    await userEvent.keyboard(' ')
    expect(second.getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard(' ')
    expect(second.getAttribute('aria-selected')).toBe('false')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toContain('/report/ben-stunting-dhs-2018-r1-12'),
    )
  })

  test('rows that arrive later keep it one stop', async () => {
    show(routerAt(CATALOG))
    await table()
    showJobs([aJob({ id: 21 }), aJob({ id: 22 })], 31)
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: /-21$/ })
    await waitFor(async () => expect(await stops()).toHaveLength(1))
  })
})

describe('actions on the selected jobs', () => {
  const choose = async (...jobs: ReturnType<typeof aJob>[]) => {
    showJobs(jobs)
    show(routerAt(CATALOG))
    return select()
  }
  const select = async (names = /^Select ben/) => {
    for (const box of within(await table()).getAllByRole('checkbox', { name: names }))
      await userEvent.click(box)
    return within(screen.getByRole('region', { name: 'Selected rows' }))
  }
  const dialog = async () => within(await screen.findByRole('dialog'))

  /** An answer that comes when the test says so. */
  const held = <T,>() => {
    const { promise, resolve: release, reject } = Promise.withResolvers<T>()
    return { promise, release, reject }
  }
  const finalCell = () => screen.queryByRole('gridcell', { name: 'Final' })

  test('shows the final mark before the service has answered, and Undo takes it back', async () => {
    const { promise, release } = held<Answer<typeof markJobsFinal>>()
    answer(markJobsFinal, () => promise)
    answer(undoFinalMark, { msg: '1 job is no longer final.', job_ids: [11] })
    const bar = await choose(aJob({ id: 11 }))
    expect(finalCell()).toBeNull()
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await waitFor(() => expect(finalCell()).not.toBeNull())
    expect(callsOf(markJobsFinal)).toEqual([{ body: { job_ids: [11], final: true, superseding: [] } }])
    showJobs([aJob({ id: 11, final: true })])
    release({ msg: '1 job is final now.', job_ids: [11], superseded: [], mark_id: 5 })
    await screen.findByText('1 job is final now.')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf(undoFinalMark)).toEqual([{ body: { mark_id: 5 } }]))
    await screen.findByText('1 job is no longer final.')
    expect(asked('finals')).toEqual([])
  })

  test('takes the mark back with a reason if the service rejects it', async () => {
    const { promise, reject } = held<Answer<typeof markJobsFinal>>()
    answer(markJobsFinal, () => promise)
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await waitFor(() => expect(finalCell()).not.toBeNull())
    reject(new ApiError(503, 'The database cannot be reached.'))
    await screen.findByText('The database cannot be reached. Nothing was changed.')
    expect(finalCell()).toBeNull()
  })

  test('does not promise that nothing was saved if no answer came', async () => {
    fail(markJobsFinal, new ApiError(0, ''))
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('Something went wrong, please try again. The change may not have been saved.')
  })

  test('asks before any attempt if the list shows the job that would lose the mark', async () => {
    const rival = aJob({ id: 7, final: true })
    finals = pageOf([rival])
    answer(markJobsFinal, {
      msg: '1 job is final now; 1 job superseded.',
      job_ids: [11],
      superseded: [{ job_id: 7, superseded_by: 11 }],
      mark_id: 6,
    })
    showJobs([aJob({ id: 11 }), rival])
    show(routerAt(CATALOG))
    const bar = await select(/-11$/)
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    expect(ask.getAllByRole('link').map((link) => link.textContent)).toEqual(['ben-stunting-dhs-2018-r1-7'])
    expect(callsOf(markJobsFinal)).toEqual([])
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now; 1 job superseded.')
    expect(callsOf(markJobsFinal)).toEqual([
      { body: { job_ids: [11], final: true, reason: undefined, superseding: [7] } },
    ])
  })

  test('lists the checks that failed before marking, of one job and of several', async () => {
    answer(markJobsFinal, { msg: '2 jobs are final now.', job_ids: [11, 12], superseded: [], mark_id: 6 })
    const bar = await choose(
      aJob({ id: 11, all_adm_pass: false, is_overfit: true }),
      aJob({ id: 12, round: '2', all_adm_pass: true, is_overfit: false }),
    )
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    const failed = within(ask.getByRole('list', { name: 'Failed checks' }))
    expect(failed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ben-stunting-dhs-2018-r1-11 Not all ADM pass, Overfit',
    ])
    expect(ask.getByText('Checks of 1 job failed')).toBeTruthy()
    expect(callsOf(markJobsFinal)).toEqual([])
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('2 jobs are final now.')
    expect(callsOf(markJobsFinal)).toEqual([
      { body: { job_ids: [11, 12], final: true, reason: undefined, superseding: [] } },
    ])
  })

  test('marks at once if the job that the list shows as final no longer is', async () => {
    answer(markJobsFinal, { msg: '1 job is final now.', job_ids: [11], superseded: [], mark_id: 6 })
    showJobs([aJob({ id: 11 }), aJob({ id: 7, final: true })])
    show(routerAt(CATALOG))
    const bar = await select(/-11$/)
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now.')
    expect(callsOf(markJobsFinal)).toEqual([{ body: { job_ids: [11], final: true, superseding: [] } }])
  })

  test('names the job that would lose the mark before marking, and Undo gives it back', async () => {
    finals = pageOf([aJob({ id: 7, final: true }), aJob({ id: 8, round: '2', final: true })])
    answer(markJobsFinal, ({ body }: { body: { superseding: number[] } }) => {
      if (!body.superseding.includes(7))
        throw new ApiError(409, 'Job 7 is final and would lose its mark. Nothing was changed.', [
          { field: 'superseding', message: 'Job 7 is final and would lose its mark.' },
        ])
      return {
        msg: '1 job is final now; 1 job superseded.',
        job_ids: [11],
        superseded: [{ job_id: 7, superseded_by: 11 }],
        mark_id: 6,
      }
    })
    answer(undoFinalMark, { msg: '1 job is final again; 1 job is no longer final.', job_ids: [7, 11] })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    expect(ask.getAllByRole('link').map((link) => link.textContent)).toEqual(['ben-stunting-dhs-2018-r1-7'])
    expect(asked('finals').at(-1)).toMatchObject({ final: true, iso3_code: ['BEN'], target: ['stunting'] })
    expect(finalCell()).toBeNull()
    await userEvent.type(ask.getByLabelText('Reason (optional)'), 'Better covariates')
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now; 1 job superseded.')
    expect(callsOf(markJobsFinal).at(-1)).toEqual({
      body: { job_ids: [11], final: true, reason: 'Better covariates', superseding: [7] },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 job is final again; 1 job is no longer final.')
    expect(callsOf(undoFinalMark)).toEqual([{ body: { mark_id: 6 } }])
  })

  test('says at once that two of the jobs are rivals', async () => {
    finals = pageOf([aJob({ id: 7, final: true })])
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12 }), aJob({ id: 13, round: '2' }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText(/^Jobs 11 and 12 are of the same layer; only one of them can be final\./)
    expect(asked('finals')).toEqual([])
    expect(callsOf(markJobsFinal)).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows why the service rejected it', async () => {
    fail(markJobsFinal, new ApiError(409, 'Job 11 is running.'))
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12, round: '2' }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('Job 11 is running. Nothing was changed.')
  })

  test('removes a tag, creates another with its colour and adds it, with Undo', async () => {
    answer(createTag, { id: 2, name: 'checked', colour: '#0b5cab' })
    answer(addTags, { msg: 'Tagged 2 jobs with 1 tag.' })
    answer(removeTags, { msg: 'Removed the tags from 1 job.' })
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12, tags: [] }))
    await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
    const ask = await dialog()
    expect(document.activeElement).toBe(ask.getByLabelText(/^Find a tag/))
    const pilot = await ask.findByRole('checkbox', { name: /pilot/ })
    expect(pilot.getAttribute('aria-checked')).toBe('mixed')
    await userEvent.click(pilot)
    await userEvent.click(pilot)
    await userEvent.type(ask.getByLabelText(/^Find a tag/), 'checked')
    await userEvent.click(ask.getByRole('radio', { name: 'Blue' }))
    await userEvent.click(ask.getByRole('button', { name: 'Make ‘checked’' }))
    await userEvent.click(ask.getByRole('button', { name: 'Save tags' }))
    await screen.findByText('Removed the tags from 1 job. Tagged 2 jobs with 1 tag.')
    expect(callsOf(createTag)).toEqual([{ body: { name: 'checked', colour: '#0b5cab' } }])
    expect(callsOf(removeTags)).toEqual([{ body: { job_ids: [11], tags: ['pilot'] } }])
    expect(callsOf(addTags)).toEqual([{ body: { job_ids: [11, 12], tags: ['checked'] } }])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(callsOf(removeTags).at(-1)?.body).toEqual({ job_ids: [11, 12], tags: ['checked'] }),
    )
    await waitFor(() => expect(callsOf(addTags).at(-1)?.body).toEqual({ job_ids: [11], tags: ['pilot'] }))
  })

  test('shows new tags before the service has answered, and takes them back if it rejects them', async () => {
    const { promise, reject } = held<Answer<typeof addTags>>()
    answer(removeTags, { msg: 'Removed the tags from 1 job.' })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
    const ask = await dialog()
    answer(createTag, { id: 2, name: 'checked', colour: '#51637a' })
    answer(addTags, ({ body }: { body: { tags: string[] } }) =>
      body.tags.includes('pilot') ? { msg: 'Tagged 1 job with 1 tag.' } : promise,
    )
    await userEvent.click(await ask.findByRole('checkbox', { name: 'pilot' }))
    await userEvent.type(ask.getByLabelText(/^Find a tag/), 'checked')
    await userEvent.click(ask.getByRole('button', { name: 'Make ‘checked’' }))
    await userEvent.click(ask.getByRole('button', { name: 'Save tags' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const shown = () => within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')
    await waitFor(() => expect(shown().map((one) => one.textContent)).toEqual(['checked']))
    reject(new ApiError(422, 'A job carries at most 20 tags.'))
    await screen.findByText('A job carries at most 20 tags. Nothing was changed.')
    expect(shown().map((one) => one.textContent)).toEqual(['pilot'])
    // What had been saved already is reversed.
    expect(callsOf(removeTags)).toEqual([{ body: { job_ids: [11], tags: ['pilot'] } }])
    expect(callsOf(addTags).at(-1)).toEqual({ body: { job_ids: [11], tags: ['pilot'] } })
  })

  test('prepares a zip, mails its link, shows its size and opens it', async () => {
    answer(downloadZips, {
      msg: '9 files ready to download.',
      url: 'http://localhost:8092/api/v1/files/zips/abc/jobs.zip',
      expires_at: '2026-11-22T10:00:00Z',
      size: 1_234_567,
      files: 9,
    })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Download zip' }))
    const ask = await dialog()
    await userEvent.click(ask.getByRole('checkbox', { name: /^Surfaces/ }))
    await userEvent.click(ask.getByRole('button', { name: 'Prepare zip of 1 job' }))
    await ask.findByText(/^9 files, 1\.2\sMB$/)
    expect(callsOf(downloadZips)).toEqual([
      {
        body: {
          job_ids: [11],
          user_email: { email: 'ada@strata.example' },
          excludedFiles: [EXCLUDED_FROM_ZIPS, '.tif'],
        },
      },
    ])
    expect(openAddress).toHaveBeenCalledWith('http://localhost:8092/api/v1/files/zips/abc/jobs.zip')
    expect(ask.getByText(/on its way to ada@strata.example/)).toBeTruthy()
    expect(screen.getByText('9 files ready to download.')).toBeTruthy()
  })

  test('previews the changes to the layer tracker before adding', async () => {
    const book = {
      sheet_id: 'workbook-with-a-long-id-1',
      title: 'Layers 2026',
      sheets: [{ name: 'Benin', rows: 4 }],
      created_by: 1,
      created_at: '',
      changed_at: '',
    }
    answer(tracker.listTrackerWorkbooks, pageOf([book]))
    answer(
      tracker.previewLayerTracker,
      pageOf([{ job_id: 11, state: 'changed', changes: [{ column: 'final', before: 'no', after: 'yes' }] }]),
    )
    answer(tracker.addToLayerTracker, { msg: "Sheet 'Benin': 1 changed.", new: 0, changed: 1, same: 0 })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    const preview = await ask.findByRole('list', { name: 'Preview' })
    expect(document.activeElement).toBe(ask.getByLabelText('Workbook'))
    expect(
      within(preview)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['0new', '1changed', '0unchanged'])
    await userEvent.click(ask.getByRole('button', { name: 'Add 1 job' }))
    await screen.findAllByText("Sheet 'Benin': 1 changed.")
    const data = { sheet_id: book.sheet_id, sheet_name: 'Benin', job_ids: [11] }
    expect(callsOf(tracker.previewLayerTracker).at(-1)?.body).toMatchObject(data)
    expect(callsOf(tracker.addToLayerTracker).map(({ body }) => body)).toEqual([data])
  })

  test('offers to create a layer tracker that does not exist, and only then sends create', async () => {
    answer(tracker.listTrackerWorkbooks, pageOf([]))
    const detail = 'There is no such workbook.'
    answer(tracker.previewLayerTracker, ({ body }: { body: { create?: boolean } }) => {
      if (!body.create) throw new ApiError(404, detail, [{ field: 'create', message: detail }])
      return pageOf([{ job_id: 11, state: 'new', changes: [] }])
    })
    answer(tracker.addToLayerTracker, { msg: 'Done.', new: 1, changed: 0, same: 0 })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    await userEvent.selectOptions(await ask.findByLabelText('Workbook'), 'Another one, by its address …')
    const data = { sheet_id: 'a-workbook-nobody-made', sheet_name: 'Layers', job_ids: [11] }
    await userEvent.type(ask.getByLabelText('Address or id of the workbook'), data.sheet_id)
    await ask.findByText('There is no workbook with this id.')
    expect(ask.getByRole<HTMLButtonElement>('button', { name: 'Add 1 job' }).disabled).toBe(true)
    expect(callsOf(tracker.previewLayerTracker).at(-1)?.body).toEqual(data)
    await userEvent.click(ask.getByRole('button', { name: 'Create it' }))
    await ask.findByRole('list', { name: 'Preview' })
    await userEvent.click(ask.getByRole('button', { name: 'Add 1 job' }))
    await screen.findAllByText('Done.')
    expect(callsOf(tracker.addToLayerTracker).map(({ body }) => body)).toEqual([{ ...data, create: true }])
  })

  test('creates a new workbook once, even if adding fails the first time', async () => {
    answer(tracker.listTrackerWorkbooks, pageOf([]))
    answer(tracker.createTrackerWorkbook, {
      sheet_id: 'workbook-with-a-long-id-2',
      title: 'Mine',
      sheets: [],
      created_by: 1,
      created_at: '2026-11-20T10:00:00.000Z',
      changed_at: '2026-11-20T10:00:00.000Z',
    })
    answer(tracker.previewLayerTracker, pageOf([{ job_id: 11, state: 'new', changes: [] }]))
    fail(tracker.addToLayerTracker, new ApiError(503, 'The sheet is busy.'))
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    const add = () => ask.getByRole<HTMLButtonElement>('button', { name: 'Add 1 job' })
    expect((await ask.findByRole<HTMLButtonElement>('button', { name: 'Add 1 job' })).disabled).toBe(true)
    await userEvent.type(ask.getByLabelText('Title of the new workbook'), 'Mine')
    await userEvent.click(add())
    await ask.findByText('The sheet is busy.')
    await waitFor(() => expect(add().disabled).toBe(false))
    answer(tracker.addToLayerTracker, { msg: 'Done.', new: 1, changed: 0, same: 0 })
    await userEvent.click(add())
    await screen.findAllByText('Done.')
    expect(callsOf(tracker.createTrackerWorkbook)).toHaveLength(1)
  })

  test('cancels several jobs after confirmation and shows which failed', async () => {
    answer(cancelJob, ({ params }: { params: { id: number } }) => {
      if (params.id === 12) throw new ApiError(409, 'Job 12 has ended.')
      return { msg: 'Job 11 was cancelled.' }
    })
    const bar = await choose(aJob({ id: 11, status: 'running' }), aJob({ id: 12, status: 'pending' }))
    await userEvent.click(bar.getByRole('button', { name: 'Cancel jobs' }))
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel 2 jobs' }))
    await screen.findByText('1 of 2 jobs cancelled. Job 12 has ended.')
  })
})

test('the views set their filters; Failed shows its count', async () => {
  const router = routerAt(`${CATALOG}?iso3_code=BEN&page=2`)
  show(router)
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('true')
  await userEvent.click(await views.findByRole('link', { name: 'Failed 3' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN&status=failed`))
  expect(views.getByRole('link', { name: /^Failed/ }).getAttribute('aria-current')).toBe('true')
})
