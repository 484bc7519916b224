import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { FakeEventSource, aJob, pageOf } from './submission-fakes.ts'

const calls = vi.hoisted(() => ({ jobs: vi.fn(), cancel: vi.fn(), roles: ['staff'] }))
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
    meQuery: { queryKey: ['me'], queryFn: () => ({ ...user(), first_name: 'Ada' }), staleTime: Infinity },
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
    cancelJob: calls.cancel,
  }
})
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
        aJob({ id: 11 }),
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
    const header = within(await table()).getByRole('columnheader', { name: 'Country' })
    expect(header.getAttribute('aria-sort')).toBe('none')
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort_by: 'iso3_code' }))
    await userEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort_by: 'iso3_code', sort_order: 'desc' }))
    expect(header.getAttribute('aria-sort')).toBe('descending')
    router.history.back()
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
    router.history.back()
    await waitFor(() => expect(router.state.location.href).toBe(CATALOG))
    expect(header.getAttribute('aria-sort')).toBe('none')
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
    await screen.findByText('You may not see this list')
  })
})

describe('rows', () => {
  test('name their report, their reason and their flags', async () => {
    show(routerAt(CATALOG))
    const rows = within(await table()).getAllByRole('row')
    expect(within(rows[1]).getByRole('link').getAttribute('href')).toBe(
      '/spatial-catalog/report/ben-stunting-dhs-2018-r1-11',
    )
    expect(within(rows[1]).getByText('Benin')).toBeTruthy()
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
  const open = async () => {
    calls.jobs.mockResolvedValue(pageOf([aJob({ id: 11, status: 'pending', queue_position: 3 })]))
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
  test('is hidden for viewers', async () => {
    calls.roles = ['viewer']
    const menu = await open()
    expect(within(menu).getByRole('menuitem', { name: 'Open report' })).toBeTruthy()
    expect(within(menu).queryByRole('menuitem', { name: 'Cancel job' })).toBeNull()
  })
})
