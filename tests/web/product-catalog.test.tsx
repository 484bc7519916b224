import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Job } from '#contract/job-shapes.ts'
import { ApiError } from '~/api/api-error.ts'
import { FakeEventSource, aJob, pageOf } from './submission-fakes.ts'

const calls = vi.hoisted(() => ({
  jobs: vi.fn(),
  cancel: vi.fn(),
  finals: vi.fn(),
  mark: vi.fn(),
  createTag: vi.fn(),
  addTags: vi.fn(),
  removeTags: vi.fn(),
  zip: vi.fn(),
  open: vi.fn(),
  preview: vi.fn(),
  track: vi.fn(),
  makeWorkbook: vi.fn(),
  workbooks: vi.fn(),
  roles: ['staff'],
}))
vi.mock('~/server/accounts.functions.ts', () => {
  const user = () => ({ id: 1, name: 'Ada Lovelace', roles: calls.roles.map((name) => ({ name })) })
  return {
    sessionQuery: {
      queryKey: ['session'],
      queryFn: () => ({
        signedIn: true,
        user: user(),
        theme: 'light',
        rail: false,
        brandName: 'Strata',
        sentryDsn: null,
      }),
      staleTime: Infinity,
    },
    meQuery: {
      queryKey: ['me'],
      queryFn: () => ({ ...user(), first_name: 'Ada', email: 'ada@strata.test' }),
      staleTime: Infinity,
    },
  }
})
vi.mock('~/server/jobs.functions.ts', async () => {
  const { keepPreviousData } = await import('@tanstack/react-query')
  return {
    jobsQuery: (query: unknown) => ({
      queryKey: ['jobs', 'list', query],
      queryFn: () => calls.jobs(query),
      placeholderData: keepPreviousData,
    }),
    sourcesQuery: { queryKey: ['jobs', 'sources'], queryFn: () => pageOf(['DHS', 'MICS']) },
    statusesQuery: {
      queryKey: ['jobs', 'statuses'],
      queryFn: () => pageOf(['pending', 'running', 'completed', 'failed', 'paused']),
    },
    targetsQuery: { queryKey: ['jobs', 'targets'], queryFn: () => pageOf(['stunting', 'water']) },
    failedCountQuery: { queryKey: ['jobs', 'count', 'failed'], queryFn: () => 3 },
    cancelJob: calls.cancel,
    fetchJobs: calls.finals,
    markFinal: calls.mark,
  }
})
vi.mock('~/server/zips.functions.ts', () => ({ prepareZip: calls.zip }))
vi.mock('~/components/jobs/open-address.ts', () => ({ openAddress: calls.open }))
vi.mock('~/server/layer-tracker.functions.ts', () => ({
  trackerWorkbooksQuery: { queryKey: ['layer-tracker', 'workbooks'], queryFn: () => calls.workbooks() },
  createTrackerWorkbook: calls.makeWorkbook,
  previewTracker: calls.preview,
  addToTracker: calls.track,
}))
vi.mock('~/server/countries.functions.ts', () => ({
  countriesQuery: {
    queryKey: ['countries'],
    queryFn: () =>
      pageOf([
        { iso3_code: 'BEN', name: 'Benin' },
        { iso3_code: 'KEN', name: 'Kenya' },
        { iso3_code: 'NGA', name: 'Nigeria' },
      ]),
  },
}))
vi.mock('~/server/tags.functions.ts', () => ({
  tagsQuery: { queryKey: ['tags'], queryFn: () => pageOf([{ id: 1, name: 'pilot', colour: '#1dd3b0' }]) },
  createTag: calls.createTag,
  addTags: calls.addTags,
  removeTags: calls.removeTags,
}))
vi.mock('~/server/users.functions.ts', () => ({
  usersQuery: {
    queryKey: ['users'],
    queryFn: () =>
      pageOf([
        { id: 1, name: 'Ada Lovelace', roles: [] },
        { id: 2, name: 'Grace Hopper', roles: [] },
      ]),
  },
}))
const { routerAt, show } = await import('./shell-router.tsx')
// A busy machine is no failure.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 20_000 })

const CATALOG = '/modeling/product-catalog'
const lastQuery = () => calls.jobs.mock.lastCall?.[0]
const toolbar = () => within(screen.getByRole('group', { name: 'Filters' }))
const table = () => screen.findByRole('table', { name: 'Jobs' })

beforeEach(() => {
  calls.roles = ['staff']
  calls.jobs.mockResolvedValue(
    pageOf(
      [
        aJob({ id: 11, seed: 3, r2_block: 0.41, coverage_block: 0.9375 }),
        aJob({
          id: 12,
          status: 'failed',
          reason: 'The survey has only 10 clusters; at least 50 are needed.',
        }),
      ],
      31,
    ),
  )
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
})

describe('the address is the state', () => {
  test('an empty address asks for the first ten by time submitted, ascending', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    expect(lastQuery()).toEqual({ limit: 10, skip: 0, sort_by: 'datetime_submitted', sort_order: 'asc' })
    expect(router.state.location.href).toBe(CATALOG)
    expect(screen.getByText('rows 1–2 of 31')).toBeTruthy()
  })

  test('every filter of the specification goes from the address to the call', async () => {
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

  test('page and page size', async () => {
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

  test('sorting by a header, and Back', async () => {
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

describe('the newest first', () => {
  const button = () => screen.findByRole('button', { name: 'Newest first' })

  test('is one press on and one off, from the first page, whatever the order was', async () => {
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

  test('stands in the menu Sort of a narrow screen', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Sort' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Newest first' }))
    await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?sort_order=desc`))
  })
})

describe('filters', () => {
  test('countries by name with the keyboard; one opening is one step back', async () => {
    const router = routerAt(`${CATALOG}?page=3`)
    show(router)
    await table()
    toolbar().getByRole('button', { name: 'Country' }).focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search Country' }), 'ben')
    await userEvent.keyboard('{Enter}')
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

  test('the statuses are those of the service; an unknown one keeps its own word', async () => {
    show(routerAt(CATALOG))
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Status' }))
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Pending',
      'Running',
      'Completed',
      'Failed',
      'paused',
    ])
  })

  test('a chip takes its value away, Clear all takes all', async () => {
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

  test('targets are there to choose', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(toolbar().getByRole('button', { name: 'Target' }))
    await userEvent.click(await screen.findByRole('option', { name: 'water' }))
    await screen.findByText('Target: water')
    expect(lastQuery()).toMatchObject({ target: ['water'] })
    expect(router.state.location.href).toBe(`${CATALOG}?target=water`)
  })

  test('More filters: ranges of metrics, a share in percent', async () => {
    const router = routerAt(CATALOG)
    show(router)
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
    await userEvent.click(toolbar().getByRole('button', { name: 'Metrics' }))
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'R², block folds from' }), '0.3')
    await screen.findByText('R², block folds: at least 0.3')
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Coverage of 95 %, block folds to' }), '92.9')
    await screen.findByText('Coverage of 95 %, block folds: at most 92.9 %')
    expect(lastQuery()).toMatchObject({ r2_block_min: 0.3, coverage_block_max: 0.929 })
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'R², block folds from' }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('r2_block_min'))
    expect(router.state.location.href).toBe(`${CATALOG}?coverage_block_max=0.929`)
  })

  test('More filters: a typed value', async () => {
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
  test('a page past the end says so and leads to the last one', async () => {
    calls.jobs.mockImplementation(({ skip }: { skip: number }) =>
      Promise.resolve(pageOf(skip > 30 ? [] : [aJob({ id: 31 })], 31)),
    )
    const router = routerAt(`${CATALOG}?page=9`)
    show(router)
    await screen.findByText('There is no page 9')
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
    await table()
    expect(router.state.location.href).toBe(`${CATALOG}?page=4`)
    expect(screen.getByText('row 31 of 31')).toBeTruthy()
  })

  test('nothing matches, nothing yet', async () => {
    calls.jobs.mockResolvedValue(pageOf([], 0))
    const router = routerAt(`${CATALOG}?final=true`)
    show(router)
    await screen.findByText('No jobs match these filters')
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await screen.findByText('No jobs yet')
    expect(screen.getByRole('link', { name: 'New submission' })).toBeTruthy()
    // Where nothing is there to filter, to sort or to turn, only the next step stands.
    expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('one short page has nothing to turn', async () => {
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 1 })]))
    show(routerAt(CATALOG))
    await screen.findByText('row 1 of 1')
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull()
  })

  test('a failure stands in the table, with the service’s sentence and Try again', async () => {
    calls.jobs.mockRejectedValue(new ApiError(503, 'The database does not answer.'))
    show(routerAt(CATALOG))
    await screen.findByText('The database does not answer.')
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 1 })]))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await table()
  })

  test('forbidden says who can help', async () => {
    calls.jobs.mockRejectedValue(new ApiError(403, 'Your role may not list jobs.'))
    show(routerAt(CATALOG))
    await screen.findByText('You cannot see this list')
  })
})

describe('rows', () => {
  test('name their report, their reason and their flags', async () => {
    show(routerAt(CATALOG))
    const rows = within(await table()).getAllByRole('row')
    expect(within(rows[1]).getByRole('link').getAttribute('href')).toBe(
      '/spatial-catalog/report/ben-stunting-dhs-2018-r1-11',
    )
    expect(within(rows[1]).getByText('Benin · stunting · seed 3')).toBeTruthy()
    expect(within(rows[2]).getByText('Benin · stunting')).toBeTruthy()
    expect(within(rows[2]).getByText('The survey has only 10 clusters; at least 50 are needed.')).toBeTruthy()
    expect(within(rows[1]).getByText('pilot')).toBeTruthy()
    expect(rows[1].querySelector('time')?.dateTime).toBe('2026-11-20T10:00:00.000Z')
  })

  test('a live event changes status and progress without a call', async () => {
    calls.jobs.mockResolvedValue(
      pageOf([aJob({ id: 11, status: 'running', fraction: 0.1, step: 'Reading' })]),
    )
    show(routerAt(CATALOG))
    await screen.findByText('Reading')
    const [source] = FakeEventSource.all
    expect(source?.url).toBe('/api/v1/modeling/v1/jobs/events')
    source?.say('open')
    await screen.findByText('Live')
    await waitFor(() => expect(calls.jobs).toHaveBeenCalledTimes(2))
    source?.job({ id: 11, status: 'running', fraction: 0.62, step: 'Drawing the surface' })
    await screen.findByText('Drawing the surface')
    expect(screen.getByText('62 %')).toBeTruthy()
    expect(calls.jobs).toHaveBeenCalledTimes(2)
  })

  test('when the stream fails the list is asked every three seconds, until it comes back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      show(routerAt(CATALOG))
      await table()
      const [source] = FakeEventSource.all
      source?.say('error')
      await screen.findByText('Refreshed every 3 seconds')
      const before = calls.jobs.mock.calls.length
      await vi.advanceTimersByTimeAsync(3000)
      expect(calls.jobs.mock.calls.length).toBe(before + 1)
      source?.say('open')
      await screen.findByText('Live')
      const after = calls.jobs.mock.calls.length
      await vi.advanceTimersByTimeAsync(9000)
      expect(calls.jobs.mock.calls.length).toBe(after)
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
    expect(grid.getByRole('cell', { name: '0.410' })).toBeTruthy()
    expect(grid.getByRole('cell', { name: '93.8\u202f%' })).toBeTruthy()
  })

  test('the columns that differ, of all there are, and back', async () => {
    const router = routerAt(`${CATALOG}?columns=round&dense=true`)
    calls.jobs.mockResolvedValue(
      pageOf([aJob({ id: 11, seed: 3, draws: 500 }), aJob({ id: 12, seed: 4, draws: 500, method: 'auto' })]),
    )
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

  test('columns and row height live in the address', async () => {
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
    expect(calls.jobs.mock.calls.every(([query]) => !('columns' in query) && !('dense' in query))).toBe(true)
  })

  test('arrow keys walk from row to row', async () => {
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
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11, status: 'pending', queue_position: 3, ...over })]))
    show(routerAt(CATALOG))
    await screen.findByText('3rd in the queue')
    await userEvent.click(screen.getByRole('button', { name: 'Actions for ben-stunting-dhs-2018-r1-11' }))
    return screen.findByRole('menu')
  }
  test('is there for the owner, and says what the service answered', async () => {
    calls.cancel.mockResolvedValue({ msg: 'Job 11 was cancelled.' })
    await userEvent.click(within(await open()).getByRole('menuitem', { name: 'Cancel job' }))
    expect(calls.cancel).toHaveBeenCalledWith({ data: { id: 11 } })
    await screen.findByText('Job 11 was cancelled.')
  })
  test('follows the submission that was handed over, and leaves its author', async () => {
    const menu = await open({ app_user_id: 2, owner_id: 1 })
    expect(within(menu).getByRole('menuitem', { name: 'Cancel job' })).toBeTruthy()
  })
  test.each([
    { role: 'staff', shown: false },
    { role: 'admin', shown: true },
  ])('of what somebody else owns is for admins: $role', async ({ role, shown }) => {
    calls.roles = [role]
    const menu = await open({ app_user_id: 1, owner_id: 2 })
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' }) !== null).toBe(shown)
  })
  test('is hidden for viewers', async () => {
    calls.roles = ['viewer']
    const menu = await open()
    expect(within(menu).getByRole('menuitem', { name: 'Open report' })).toBeTruthy()
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' })).toBeNull()
  })
})

test('a dialog that a menu opened keeps the focus, and gives it back to the button of the menu', async () => {
  calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11 })]))
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

describe('rows to choose', () => {
  const boxes = async () =>
    within(await table()).getAllByRole<HTMLInputElement>('checkbox', { name: /^Select ben/ })
  const bar = () => screen.getByRole('region', { name: 'Selected rows' })
  const three = [aJob({ id: 11 }), aJob({ id: 12 }), aJob({ id: 13 })]

  beforeEach(() => {
    calls.jobs.mockResolvedValue(pageOf(three, 31))
  })

  test('one, several with Shift, the page, none; never in the address', async () => {
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

  test('the keyboard walks along the boxes, and Shift takes rows with it', async () => {
    show(routerAt(CATALOG))
    const [first, second] = await boxes()
    first.focus()
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}')
    expect(document.activeElement).toBe(second)
    expect((await boxes()).map((box) => box.checked)).toEqual([true, true, false])
  })

  test('the choice outlives another page', async () => {
    show(routerAt(CATALOG))
    await userEvent.click((await boxes())[0])
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 21 })], 31))
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: /-21$/ })
    expect(bar().textContent).toContain('1 selected, 1 on other pages')
    await userEvent.click((await boxes())[0])
    expect(bar().textContent).toContain('2 selected, 1 on other pages')
  })

  test('viewers choose rows to download, and nothing else', async () => {
    calls.roles = ['viewer']
    show(routerAt(CATALOG))
    await userEvent.click((await boxes())[0])
    const wide = within(bar()).getAllByRole('button')
    expect(wide.map((button) => button.textContent)).toEqual(['Download zip', 'Actions', ''])
  })

  test('what only some rows allow says how many', async () => {
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11 }), aJob({ id: 12, status: 'running' })]))
    show(routerAt(CATALOG))
    for (const box of await boxes()) await userEvent.click(box)
    expect(within(bar()).getByRole('button', { name: 'Mark as final (1)' })).toBeTruthy()
    expect(within(bar()).getByRole<HTMLButtonElement>('button', { name: 'Remove final' }).disabled).toBe(true)
    expect(within(bar()).getByRole('button', { name: 'Cancel jobs (1)' })).toBeTruthy()
  })
})

describe('work on the chosen jobs', () => {
  const choose = async (...jobs: ReturnType<typeof aJob>[]) => {
    calls.jobs.mockResolvedValue(pageOf(jobs))
    show(routerAt(CATALOG))
    for (const box of within(await table()).getAllByRole('checkbox', { name: /^Select ben/ }))
      await userEvent.click(box)
    return within(screen.getByRole('region', { name: 'Selected rows' }))
  }
  const dialog = async () => within(await screen.findByRole('dialog'))

  test('final at once when nobody loses the mark, with Undo', async () => {
    calls.finals.mockResolvedValue(pageOf([]))
    calls.mark.mockResolvedValue({ msg: '1 job is final now.', job_ids: [11], superseded: [] })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now.')
    expect(calls.finals.mock.lastCall?.[0].data).toMatchObject({
      final: true,
      iso3_code: ['BEN'],
      target: ['stunting'],
      source: ['DHS'],
      source_wave: ['2018'],
      round: ['1'],
    })
    expect(calls.mark).toHaveBeenLastCalledWith({ data: { job_ids: [11], final: true, reason: undefined } })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(calls.mark).toHaveBeenLastCalledWith({ data: { job_ids: [11], final: false } })
  })

  test('another final job is named before it loses the mark', async () => {
    calls.finals.mockResolvedValue(
      pageOf([aJob({ id: 7, final: true }), aJob({ id: 8, round: '2', final: true })]),
    )
    calls.mark.mockResolvedValue({
      msg: '1 job is final now; 1 job superseded.',
      job_ids: [11],
      superseded: [{ job_id: 7, superseded_by: 11 }],
    })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    expect(ask.getAllByRole('link').map((link) => link.textContent)).toEqual(['ben-stunting-dhs-2018-r1-7'])
    expect(calls.mark).not.toHaveBeenCalled()
    await userEvent.type(ask.getByLabelText('Reason (optional)'), 'Better covariates')
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now; 1 job superseded.')
    expect(calls.mark).toHaveBeenCalledWith({
      data: { job_ids: [11], final: true, reason: 'Better covariates' },
    })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('what the service refuses is said', async () => {
    calls.finals.mockResolvedValue(pageOf([]))
    calls.mark.mockRejectedValue(new ApiError(422, 'Jobs 11 and 12 are of the same layer.'))
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('Jobs 11 and 12 are of the same layer.')
  })

  test('tags: one on, a new one made with its colour, one off where it was', async () => {
    calls.createTag.mockResolvedValue({ id: 2, name: 'checked', colour: '#0b5cab' })
    calls.addTags.mockResolvedValue({ msg: 'Tagged 2 jobs with 1 tag.' })
    calls.removeTags.mockResolvedValue({ msg: 'Taken off 1 job.' })
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
    await screen.findByText('Taken off 1 job. Tagged 2 jobs with 1 tag.')
    expect(calls.createTag).toHaveBeenCalledWith({ data: { name: 'checked', colour: '#0b5cab' } })
    expect(calls.removeTags).toHaveBeenCalledWith({ data: { job_ids: [11], tags: ['pilot'] } })
    expect(calls.addTags).toHaveBeenCalledWith({ data: { job_ids: [11, 12], tags: ['checked'] } })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(calls.removeTags).toHaveBeenLastCalledWith({ data: { job_ids: [11, 12], tags: ['checked'] } }),
    )
    expect(calls.addTags).toHaveBeenLastCalledWith({ data: { job_ids: [11], tags: ['pilot'] } })
  })

  test('a zip goes to the own address, says its size and opens', async () => {
    calls.zip.mockResolvedValue({
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
    expect(calls.zip).toHaveBeenCalledWith({
      data: { job_ids: [11], user_email: { email: 'ada@strata.test' }, excludedFiles: ['.tif'] },
    })
    expect(calls.open).toHaveBeenCalledWith('http://localhost:8092/api/v1/files/zips/abc/jobs.zip')
    expect(ask.getByText(/on its way to ada@strata.test/)).toBeTruthy()
    expect(screen.getByText('9 files ready to download.')).toBeTruthy()
  })

  test('the layer tracker shows what would change before it adds', async () => {
    const book = {
      sheet_id: 'workbook-with-a-long-id-1',
      title: 'Layers 2026',
      sheets: [{ name: 'Benin', rows: 4 }],
      created_by: 1,
      created_at: '',
      changed_at: '',
    }
    calls.workbooks.mockResolvedValue(pageOf([book]))
    calls.preview.mockResolvedValue(
      pageOf([{ job_id: 11, state: 'changed', changes: [{ column: 'final', before: 'no', after: 'yes' }] }]),
    )
    calls.track.mockResolvedValue({ msg: "Sheet 'Benin': 1 changed.", new: 0, changed: 1, same: 0 })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    const preview = await ask.findByRole('list', { name: 'Preview' })
    expect(
      within(preview)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['0new', '1changed', '0the same'])
    await userEvent.click(ask.getByRole('button', { name: 'Add 1 job' }))
    await screen.findAllByText("Sheet 'Benin': 1 changed.")
    const data = { sheet_id: book.sheet_id, sheet_name: 'Benin', job_ids: [11] }
    expect(calls.preview.mock.lastCall?.[0].data).toEqual(data)
    expect(calls.track).toHaveBeenCalledWith({ data })
  })

  test('a new workbook is made once, also when the adding fails at first', async () => {
    calls.workbooks.mockResolvedValue(pageOf([]))
    calls.makeWorkbook.mockResolvedValue({ sheet_id: 'workbook-with-a-long-id-2' })
    calls.preview.mockResolvedValue(pageOf([{ job_id: 11, state: 'new', changes: [] }]))
    calls.track.mockRejectedValueOnce(new ApiError(503, 'The sheet is busy.'))
    calls.track.mockResolvedValue({ msg: 'Done.', new: 1, changed: 0, same: 0 })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    const add = () => ask.getByRole<HTMLButtonElement>('button', { name: 'Add 1 job' })
    expect((await ask.findByRole<HTMLButtonElement>('button', { name: 'Add 1 job' })).disabled).toBe(true)
    await userEvent.type(ask.getByLabelText('Title of the new workbook'), 'Mine')
    await userEvent.click(add())
    await ask.findByText('The sheet is busy.')
    await waitFor(() => expect(add().disabled).toBe(false))
    await userEvent.click(add())
    await screen.findAllByText('Done.')
    expect(calls.makeWorkbook).toHaveBeenCalledTimes(1)
  })

  test('several jobs are cancelled after a question, and the failures are told', async () => {
    calls.cancel.mockResolvedValueOnce({ msg: 'Job 11 was cancelled.' })
    calls.cancel.mockRejectedValueOnce(new ApiError(409, 'Job 12 has ended.'))
    const bar = await choose(aJob({ id: 11, status: 'running' }), aJob({ id: 12, status: 'pending' }))
    await userEvent.click(bar.getByRole('button', { name: 'Cancel jobs' }))
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel 2 jobs' }))
    await screen.findByText('1 of 2 jobs cancelled. Job 12 has ended.')
  })
})

test('the views set the filters of one look, with the count of failed jobs', async () => {
  const router = routerAt(`${CATALOG}?iso3_code=BEN&page=2`)
  show(router)
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('true')
  await userEvent.click(await views.findByRole('link', { name: 'Failed 3' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${CATALOG}?iso3_code=BEN&status=failed`))
  expect(views.getByRole('link', { name: /^Failed/ }).getAttribute('aria-current')).toBe('true')
})
