import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_ACCOUNT, getMe } from '#contract/accounts/accounts.ts'
import { getComic } from '#contract/app.ts'
import { countJobs, getQueueSize, pageJobs } from '#contract/jobs/jobs.ts'
import type { JobStatus } from '#contract/jobs/job-shapes.ts'
import { ApiError } from '~/api/api-error.ts'
import { refetchJobs } from '~/components/jobs/list/live-jobs.ts'
import { config } from '~/server/http/config.server.ts'
import { aMe } from '../support/accounts-fakes.ts'
import { answer, callsOf, fail, look, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource, aJob, pageOf } from '../support/submission-fakes.ts'
import { thumbnailsIn } from '../support/thumbnails.ts'

const job = aJob({
  id: 7,
  job_key: 'nga-water-7',
  country: 'Nigeria',
  target: 'water',
  source_wave: '2019',
  status: 'running',
  fraction: 0.5,
})
const countsOf = (by_status: Partial<Record<JobStatus, number>>) => ({
  total: Object.values(by_status).reduce((sum, of) => sum + of, 0),
  by_status: { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, ...by_status },
})
let recent: () => ReturnType<typeof pageOf<typeof job>>
const region = (name: string | RegExp) => screen.findByRole('region', { name })
const CARD = 'Microfraym Layers Completed: Last 30 Days'
const ageMs = 3 * 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 17, 30) })
  resetApi()
  answer(countJobs, countsOf({ pending: 1, running: 1, completed: 4 }))
  recent = () => pageOf([{ ...job, datetime_submitted: new Date(Date.now() - ageMs).toISOString() }])
  answer(pageJobs, () => recent())
  answer(getQueueSize, { size: 0, running: 0 })
  answer(getComic, { data: '<p>A <b>comic</b></p>', configured: true })
})
afterEach(() => {})

test("greets by first name and the browser's time of day", async () => {
  show(routerAt('/'))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Good Evening, Ada')
})

test('greets the first account by its first name and links to the profile', async () => {
  answer(getMe, { ...aMe(['admin']), ...FIRST_ACCOUNT } as never)
  show(routerAt('/'))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    `Good Evening, ${FIRST_ACCOUNT.first_name}`,
  )
  expect(screen.getByRole('link', { name: 'Set your name' }).getAttribute('href')).toBe('/edit-user')
})

test('a newcomer sees three first steps until they are hidden', async () => {
  look.firstSteps = true
  show(routerAt('/'))
  const card = within(await region('First steps'))
  expect(card.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'See a result',
    'Submit a layer',
    'Find your way',
  ])
  expect(card.getByRole('link', { name: 'completed layer' }).getAttribute('href')).toBe(
    '/modeling/product-catalog?status=completed',
  )
  await userEvent.click(card.getByRole('button', { name: 'Hide the first steps' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  expect(document.cookie).toContain('first-steps=hidden')
})

test('a viewer is led to the maps that are final, not to a submission', async () => {
  resetApi(['viewer'])
  look.firstSteps = true
  show(routerAt('/'))
  const card = within(await region('First steps'))
  expect(card.getByRole('link', { name: 'Spatial Catalog' }).getAttribute('href')).toBe('/spatial-catalog')
  expect(card.queryByRole('link', { name: 'Submission' })).toBeNull()
})

test('shows the counts, the percentage and links for the last 30 days', async () => {
  show(routerAt('/'))
  const card = await region(CARD)
  await within(card).findByText('66.67%')
  expect(card.textContent).toContain('6 submitted, 2 in progress, 4 completed successfully')
  expect(within(card).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('67')
  const hrefs = within(card)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    '/modeling/product-catalog?submit_date_start=2026-10-22',
    '/modeling/product-catalog?status=pending&status=running&submit_date_start=2026-10-22',
    '/modeling/product-catalog?status=completed&submit_date_start=2026-10-22',
  ])
  expect(callsOf(countJobs).at(-1)?.query).toEqual({
    createDateStart: '2026-10-22',
    createDateEnd: '2026-11-20',
  })
})

test('with nothing submitted, shows zero percent and what to do first', async () => {
  answer(countJobs, countsOf({}))
  recent = () => pageOf([])
  show(routerAt('/'))
  expect(await within(await region(CARD)).findByText('0.00%')).toBeTruthy()
  expect(await screen.findByText('No layers yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Submit layers' }).getAttribute('href')).toBe(
    '/modeling/submission',
  )
})

test('does not ask a viewer to submit', async () => {
  answer(getMe, aMe(['viewer']) as never)
  recent = () => pageOf([])
  show(routerAt('/'))
  expect(await screen.findByText('Layers that your colleagues submit appear here.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Submit layers' })).toBeNull()
})

test('a recent layer shows country, target, source, wave, status and age, and links to its report', async () => {
  show(routerAt('/'))
  const card = await region('Recent Layers')
  const link = await within(card).findByRole('link', { name: 'Nigeria · water' })
  expect(link.getAttribute('href')).toBe('/spatial-catalog/report/nga-water-7')
  expect(within(card).getByText('DHS 2019')).toBeTruthy()
  expect(within(card).getByText('Running')).toBeTruthy()
  expect(within(card).getByText('3 Hours ago')).toBeTruthy()
})

test('a completed layer shows its map', async () => {
  recent = () => pageOf([job, { ...job, id: 8, job_key: 'nga-water-8', status: 'completed' }])
  show(routerAt('/'))
  const card = await region('Recent Layers')
  await within(card).findByText('Completed')
  expect(thumbnailsIn(card)).toEqual(['nga-water-8'])
})

test('layers of one submission with the same name show what distinguishes them', async () => {
  const layers = [
    { ...job, id: 7, seed: 1, method: 'gp' },
    { ...job, id: 8, seed: 2, method: 'gp' },
    { ...job, id: 9, seed: 2, method: 'gam' },
    { ...job, id: 10, seed: 1, target: 'stunting' },
  ]
  recent = () => pageOf(layers)
  show(routerAt('/'))
  const card = within(await region('Recent Layers'))
  await card.findByRole('link', { name: 'Nigeria · stunting' })
  const rows = card.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows.map((text) => /^(.*) DHS 2019.*50 %/.exec(text ?? '')?.[1])).toEqual([
    'Nigeria · water · gp · seed 1',
    'Nigeria · water · gp · seed 2',
    'Nigeria · water · gam · seed 2',
    'Nigeria · stunting',
  ])
})

test('shows the length of the queue and keeps it up to date', async () => {
  vi.useRealTimers()
  answer(getQueueSize, { size: 3, running: 1 })
  const router = routerAt('/')
  show(router)
  const card = within(await region('Recent Layers'))
  await card.findByText('In the queue: 3 waiting, 1 running.')
  answer(getQueueSize, { size: 0, running: 0 })
  await act(() => refetchJobs(router.options.context.queryClient))
  await card.findByText('The queue is empty.')
})

test('an error stays in its own panel', async () => {
  recent = () => {
    throw new ApiError(500, 'The database is resting.')
  }
  fail(getComic, new ApiError(0, ''))
  show(routerAt('/'))
  expect(await within(await region('Recent Layers')).findByText('The database is resting.')).toBeTruthy()
  expect(await within(await region(CARD)).findByText('66.67%')).toBeTruthy()
  const comic = within(await region('Comic'))
  expect(await comic.findByText('Something went wrong, please try again')).toBeTruthy()
  expect(comic.getByLabelText('No comic')).toBeTruthy()
  answer(getComic, { data: '<b>comic</b>', configured: true })
  act(() => comic.getByRole('button', { name: 'Try again' }).click())
  expect((await comic.findByText('comic')).tagName).toBe('B')
  expect(screen.getByRole('link', { name: new RegExp(config.documents[0]!.title) })).toBeTruthy()
})

test('renders the comic as HTML', async () => {
  show(routerAt('/'))
  expect((await within(await region('Comic')).findByText('comic')).tagName).toBe('B')
})

const panel = async () => {
  const comic = within(await region('Comic'))
  await waitFor(() => expect(callsOf(getComic)).not.toEqual([]))
  return comic
}

test("shows the comic's skeleton while it loads, and for text without markup", async () => {
  const later = Promise.withResolvers<{ data: string; configured: boolean }>()
  answer(getComic, () => later.promise)
  show(routerAt('/'))
  expect((await panel()).getByLabelText('Loading the comic')).toBeTruthy()
  await act(async () => later.resolve({ data: 'only words', configured: true }))
  expect((await panel()).getByLabelText('Loading the comic')).toBeTruthy()
})

test.each([
  ['admin', false, /Set COMIC_URL to an address/],
  ['staff', true, /Its address does not respond/],
  ['admin', true, /Its address does not respond/],
])(
  'without a comic, keeps its skeleton and says to %s what to do; an address is set: %s',
  async (role, configured, words) => {
    answer(getMe, aMe([role]) as never)
    answer(getComic, { data: '', configured })
    show(routerAt('/'))
    const comic = await panel()
    await waitFor(async () => expect((await region('Comic')).textContent).toMatch(words))
    expect(comic.getByLabelText('No comic')).toBeTruthy()
    expect(comic.queryByLabelText('Loading the comic')).toBeNull()
  },
)

test('without an address, nobody but admins sees the card', async () => {
  answer(getComic, { data: '', configured: false })
  show(routerAt('/'))
  await region('Useful Documents')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Comic' })).toBeNull())
  expect(callsOf(getComic)).not.toEqual([])
})

test('shows a change live and refetches the counts', async () => {
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
  show(routerAt('/'))
  const card = await region('Recent Layers')
  await within(card).findByText('Running')
  await waitFor(() => expect(FakeEventSource.all).toHaveLength(1))
  const counted = callsOf(countJobs).length
  recent = () => pageOf([{ ...job, status: 'completed', datetime_submitted: new Date().toISOString() }])
  act(() => FakeEventSource.all[0]?.job({ id: 7, status: 'completed' }))
  expect(await within(card).findByText('Completed')).toBeTruthy()
  await waitFor(() => expect(callsOf(countJobs).length).toBeGreaterThan(counted))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
