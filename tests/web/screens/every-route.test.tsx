import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getMe } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/notifications.ts'
import { ApiError } from '~/api/api-error.ts'
import { nextTarget } from '~/components/shell/next-target.ts'
import { expectConsoleError } from '../../support/web/web.setup.ts'
import { pathOf, resetApiFor, screens } from '../support/every-screen.ts'
import { calls, failEveryCall, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource } from '../support/submission-fakes.ts'

const authed = screens
  .filter(({ id }) => id.startsWith('/_authed/'))
  .map((route) => [pathOf(route).replace(/(?<=.)\/$/, ''), route] as const)

beforeEach(() => {
  // The router warns of a route that failed.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})

test('knows every screen of the workspace', () => {
  expect(authed.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/', '/audit', '/modeling/submission/5']),
  )
  expect(authed.length).toBeGreaterThanOrEqual(40)
})

test.each(authed)(
  '%s: a person who is not logged in is sent to the login, which leads back',
  async (path) => {
    resetApi(null)
    const router = routerAt(path)
    await router.load()
    expect(router.state.location.pathname).toBe('/login')
    const { next } = router.state.location.search as { next?: string }
    expect(calls).toEqual([])
    resetApiFor(false)
    const back = routerAt(nextTarget(router, next))
    expect(back.state.location.pathname).toBe(path)
  },
)

/** What the shell asks for, which is no part of the screen. */
const ofTheShell = new Set<string>([getMe.name, listNotifications.name])

test.each(authed)(
  '%s: says why its data cannot be shown, and offers a retry unless it is forbidden',
  async (path) => {
    expectConsoleError(/The service said \d+\./)
    for (const status of [403, 429, 500, 503]) {
      const sentence = `The service said ${status}.`
      resetApiFor(false)
      failEveryCall(new ApiError(status, sentence))
      const router = routerAt(path)
      show(router)
      await waitFor(() => expect(document.querySelector('main h1, main [role="alert"]')).toBeTruthy())
      await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
      expect(router.state.location.pathname).toBe(path)
      if (calls.some(({ name }) => !ofTheShell.has(name))) {
        await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(sentence))
        const retries = screen.queryAllByRole('button', { name: 'Try again' })
        if (status === 403) expect(retries).toEqual([])
        else expect(retries.length).toBeGreaterThan(0)
      }
      cleanup()
    }
  },
)
