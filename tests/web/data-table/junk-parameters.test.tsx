import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listJobs } from '#contract/jobs/jobs.ts'
import { everyPage } from '../support/every-page.ts'
import { pathOf, resetApiFor, screens } from '../support/every-screen.ts'
import { callsOf } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource } from '../support/submission-fakes.ts'

beforeEach(() => {
  resetApiFor(false)
  vi.stubGlobal('EventSource', FakeEventSource)
  // The previous configuration of a submission is a download.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('iso3_code,target')))
})

const known = [
  'next',
  'token',
  ...screens.flatMap(({ options: { validateSearch } }) => [
    ...(validateSearch?.fields ?? []),
    ...Object.keys(validateSearch?.shape ?? {}),
  ]),
]
const hostile = ['wrong', '-1', 'true', '1e309', '[object Object]', '../..', '\u202e', 'x'.repeat(5000)]
const junk = (round: number) => {
  const out = new URLSearchParams({ utm_source: 'mail', fbclid: '1', constructor: 'a', __proto__: 'b' })
  for (const [at, key] of [...new Set([...known, 'page', 'page_size', 'sort_by', 'columns'])].entries()) {
    out.append(key, hostile[(at + round) % hostile.length] as string)
    if (round % 2 === 1) out.append(key, hostile[(at + round + 1) % hostile.length] as string)
  }
  return `?${out}`
}

test('knows all screens and their search parameters', () => {
  expect(screens.map(({ id }) => id)).toContain('/_authed/modeling/product-catalog')
  expect(screens.length).toBeGreaterThanOrEqual(14)
  expect(known).toContain('iso3_code')
})

const isForGuests = ({ id }: (typeof screens)[number]) => /^\/_(guest|public)/.test(id)
const byPath = screens.map((one) => [one.fullPath, one] as const)

everyPage('junk in the address is no error of a route', byPath, async (one) => {
  for (const round of hostile.keys()) {
    resetApiFor(isForGuests(one))
    const router = routerAt(`${pathOf(one)}${junk(round)}`)
    await router.load()
    const failed = router.state.matches.filter(({ status, searchError, error }) =>
      Boolean(status === 'error' || searchError || error),
    )
    expect(failed.map(({ routeId, error }) => `${routeId}: ${String(error)}`)).toEqual([])
  }
})

everyPage(
  'junk in the address shows no error screen',
  byPath.flatMap(([path, one]) => [0, 1].map((round) => [`${path} (${round})`, one, round] as const)),
  async (one, round) => {
    resetApiFor(isForGuests(one))
    show(routerAt(`${pathOf(one)}${junk(round)}`))
    await waitFor(() => expect(document.querySelector('h1, [role="progressbar"]')).toBeTruthy())
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)

test('the notice shows what is ignored and what is allowed, and can be dismissed', async () => {
  const router = routerAt('/modeling/product-catalog?status=wrong&utm_source=mail&target=water')
  show(router)
  const notice = within(await screen.findByRole('list', { name: 'Ignored' }))
  expect(notice.getByRole('listitem').textContent).toBe(
    "Ignored: status 'wrong'. Allowed: pending, running, completed, failed, cancelled.",
  )
  expect(callsOf(listJobs)[0]?.query).toMatchObject({ target: ['water'], limit: 10 })
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Ignored' })).toBeNull())
  expect(router.state.location.href).toBe('/modeling/product-catalog?target=water')
})

everyPage(
  'a table names a filter that it does not know',
  byPath.filter(([, { options }]) => options.validateSearch?.fields),
  async (table) => {
    resetApiFor(false)
    show(routerAt(`${pathOf(table)}?sort_ordr=desc&gclid=1`))
    const notice = within(await screen.findByRole('list', { name: 'Ignored' }))
    expect(notice.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Ignored: sort_ordr. Did you mean sort_order?',
    ])
  },
)

test('the notice stays while the table is used, and Back returns through the same addresses', async () => {
  const router = routerAt('/modeling/product-catalog?status=wrong')
  show(router)
  await screen.findByRole('list', { name: 'Ignored' })
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ page: 2 }))
  expect(router.state.location.search).not.toHaveProperty('status', 'wrong')
  expect(screen.getByRole('list', { name: 'Ignored' })).toBeTruthy()
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.search).not.toMatchObject({ page: 2 }))
  expect(screen.getByRole('list', { name: 'Ignored' })).toBeTruthy()
})
