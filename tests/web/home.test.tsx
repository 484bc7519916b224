import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FIRST_ACCOUNT } from '#contract/accounts.ts'
import { ApiError } from '~/api/api-error.ts'
import { FakeEventSource } from './submission-fakes.ts'

const calls = vi.hoisted(() => ({ count: vi.fn(), recent: vi.fn(), comic: vi.fn(), documents: vi.fn() }))
const queue = vi.hoisted(() => ({ size: 0, running: 0 }))
vi.mock('~/server/jobs.functions.ts', () => ({
  queueSizeQuery: { queryKey: ['jobs', 'queue'], queryFn: () => ({ ...queue }) },
}))
const me = vi.hoisted(() => ({ role: 'staff', first_name: 'Ada', last_name: 'Lovelace' }))
vi.mock('~/server/accounts.functions.ts', () => {
  const user = { id: 1, name: 'Ada Lovelace', roles: [{ name: 'staff' }] }
  const session = { signedIn: true, user, theme: 'light', rail: false, brandName: 'Strata', sentryDsn: null }
  return {
    sessionQuery: { queryKey: ['session'], queryFn: () => session, staleTime: Infinity },
    meQuery: {
      queryKey: ['me'],
      queryFn: () => ({
        ...user,
        roles: [{ name: me.role }],
        first_name: me.first_name,
        last_name: me.last_name,
      }),
      staleTime: Infinity,
    },
  }
})
vi.mock('~/server/attention.functions.ts', () => {
  const nothing = { content: [], totalElements: 0 }
  return {
    failuresQuery: () => ({ queryKey: ['jobs', 'list', 'failures'], queryFn: () => nothing }),
    rejectedCountQuery: () => ({ queryKey: ['assets', 'list', 'rejected'], queryFn: () => 0 }),
    waitingCountQuery: { queryKey: ['people', 'list', 'waiting'], queryFn: () => 0 },
  }
})
vi.mock('~/server/home.functions.ts', () => ({
  RECENT_SIZE: 10,
  jobCountQuery: (status: string[] | undefined, window: unknown) => ({
    queryKey: ['jobs', 'count', status, window],
    queryFn: () => calls.count(status, window),
  }),
  recentJobsQuery: { queryKey: ['jobs', 'recent'], queryFn: () => calls.recent() },
  comicQuery: { queryKey: ['comic'], queryFn: () => calls.comic() },
  documentsQuery: { queryKey: ['documents'], queryFn: () => calls.documents() },
}))
const { routerAt, show } = await import('./shell-router.tsx')
configure({ asyncUtilTimeout: 5_000 })
const { refetchJobs } = await import('~/components/jobs/live-jobs.ts')

const job = {
  id: 7,
  submission_id: 3,
  submission_title: 'Nigeria pilot',
  app_user_name: 'Ada Lovelace',
  fraction: 0.5,
  job_key: 'nga-water-7',
  country: 'Nigeria',
  target: 'water',
  source: 'DHS',
  source_wave: '2019',
  status: 'running',
}
const counts: Record<string, number> = { all: 3, 'pending,running': 1, completed: 2 }
const region = (name: string | RegExp) => screen.findByRole('region', { name })
const CARD = 'Microfraym Layers Completed: Last 30 Days'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 17, 30) })
  calls.count.mockImplementation((status?: string[]) => counts[status?.join() ?? 'all'])
  calls.recent.mockResolvedValue({
    content: [{ ...job, datetime_submitted: new Date(Date.now() - 3 * 3_600_000).toISOString() }],
    totalElements: 1,
  })
  calls.comic.mockResolvedValue({ html: '<p>A <b>comic</b></p>', configured: true })
  calls.documents.mockResolvedValue([{ title: 'Glossary', url: 'https://x.example/g', description: 'Terms' }])
})

test('greets by first name and the hour of the browser', async () => {
  show(routerAt('/'))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Good Evening, Ada')
  vi.useRealTimers()
})

test('the first account is greeted by its first name too, and led to set its own', async () => {
  Object.assign(me, FIRST_ACCOUNT)
  try {
    show(routerAt('/'))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
      `Good Evening, ${FIRST_ACCOUNT.first_name}`,
    )
    expect(screen.getByRole('link', { name: 'Set your name' }).getAttribute('href')).toBe('/edit-user')
  } finally {
    Object.assign(me, { first_name: 'Ada', last_name: 'Lovelace' })
    vi.useRealTimers()
  }
})

test('counts, percentage and links of the last 30 days', async () => {
  show(routerAt('/'))
  const card = await region(CARD)
  await within(card).findByText('66.67%')
  expect(card.textContent).toContain('3 submitted, 1 in progress, 2 completed successfully')
  expect(within(card).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('67')
  const hrefs = within(card)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    '/modeling/product-catalog?submit_date_start=2026-10-22',
    '/modeling/product-catalog?status=pending&status=running&submit_date_start=2026-10-22',
    '/modeling/product-catalog?status=completed&submit_date_start=2026-10-22',
  ])
  expect(calls.count).toHaveBeenCalledWith(undefined, { start: '2026-10-22', end: '2026-11-20' })
  vi.useRealTimers()
})

test('nothing submitted: zero percent and an empty list that says what to do', async () => {
  calls.count.mockReturnValue(0)
  calls.recent.mockResolvedValue({ content: [], totalElements: 0 })
  show(routerAt('/'))
  expect(await within(await region(CARD)).findByText('0.00%')).toBeTruthy()
  expect(await screen.findByText('No layers yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Submit layers' }).getAttribute('href')).toBe(
    '/modeling/submission',
  )
  vi.useRealTimers()
})

test('a viewer is not told to submit', async () => {
  me.role = 'viewer'
  calls.recent.mockResolvedValue({ content: [], totalElements: 0 })
  show(routerAt('/'))
  expect(await screen.findByText('Layers that your colleagues submit appear here.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Submit layers' })).toBeNull()
  me.role = 'staff'
  vi.useRealTimers()
})

test('a recent job names country, target, source, wave, status and age, and leads to its report', async () => {
  show(routerAt('/'))
  const card = await region('Recent Layers')
  const link = await within(card).findByRole('link', { name: 'Nigeria water' })
  expect(link.getAttribute('href')).toBe('/spatial-catalog/report/nga-water-7')
  expect(within(card).getByText('DHS 2019')).toBeTruthy()
  expect(within(card).getByText('Running')).toBeTruthy()
  expect(within(card).getByText('3 Hours ago')).toBeTruthy()
  vi.useRealTimers()
})

test('Home says how long the queue is, and follows it', async () => {
  vi.useRealTimers()
  Object.assign(queue, { size: 3, running: 1 })
  const router = routerAt('/')
  show(router)
  const card = within(await region('Recent Layers'))
  await card.findByText('In the queue: 3 waiting, 1 running.')
  Object.assign(queue, { size: 0, running: 0 })
  await act(() => refetchJobs(router.options.context.queryClient))
  await card.findByText('The queue is empty.')
})

test('each panel fails alone', async () => {
  calls.recent.mockRejectedValue(new ApiError(500, 'The database is resting.'))
  calls.comic.mockRejectedValue(new ApiError(0, ''))
  show(routerAt('/'))
  expect(await within(await region('Recent Layers')).findByText('The database is resting.')).toBeTruthy()
  expect(await within(await region(CARD)).findByText('66.67%')).toBeTruthy()
  const comic = within(await region('Comic'))
  expect(await comic.findByText('Something went wrong, please try again')).toBeTruthy()
  expect(comic.queryByLabelText('Loading the comic')).toBeNull()
  expect(screen.getByRole('link', { name: /Glossary/ })).toBeTruthy()
  vi.useRealTimers()
})

test('the comic shows as HTML', async () => {
  show(routerAt('/'))
  expect((await within(await region('Comic')).findByText('comic')).tagName).toBe('B')
  vi.useRealTimers()
})

const panel = async () => {
  const comic = within(await region('Comic'))
  await waitFor(() => expect(calls.comic).toHaveBeenCalled())
  return comic
}

test('while it loads, and for text without markup, the comic has its skeleton', async () => {
  const later = Promise.withResolvers<{ html: string; configured: boolean }>()
  calls.comic.mockReturnValue(later.promise)
  show(routerAt('/'))
  expect((await panel()).getByLabelText('Loading the comic')).toBeTruthy()
  await act(async () => later.resolve({ html: 'only words', configured: true }))
  expect((await panel()).getByLabelText('Loading the comic')).toBeTruthy()
  vi.useRealTimers()
})

test.each([
  ['admin', false, /Set COMIC_URL to an address/],
  ['staff', false, /An administrator can choose one/],
  ['admin', true, /Its address does not answer/],
])('without a comic %s learns what to do; an address is set: %s', async (role, configured, words) => {
  me.role = role
  calls.comic.mockResolvedValue({ html: '', configured })
  show(routerAt('/'))
  const comic = await panel()
  await waitFor(async () => expect((await region('Comic')).textContent).toMatch(words))
  expect(comic.queryByLabelText('Loading the comic')).toBeNull()
  me.role = 'staff'
  vi.useRealTimers()
})

test('follows the jobs live: a change shows at once, and the counts are asked again', async () => {
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
  show(routerAt('/'))
  const card = await region('Recent Layers')
  await within(card).findByText('Running')
  await waitFor(() => expect(FakeEventSource.all).toHaveLength(1))
  const counted = calls.count.mock.calls.length
  calls.recent.mockResolvedValue({
    content: [{ ...job, status: 'completed', datetime_submitted: new Date().toISOString() }],
    totalElements: 1,
  })
  act(() => FakeEventSource.all[0]?.job({ id: 7, status: 'completed' }))
  expect(await within(card).findByText('Completed')).toBeTruthy()
  await waitFor(() => expect(calls.count.mock.calls.length).toBeGreaterThan(counted))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
