import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { clearSnackbar } from '~/components/layout/snackbar-store.ts'

const fns = vi.hoisted(() => ({ getSession: vi.fn(), getMe: vi.fn(), login: vi.fn(), logout: vi.fn() }))
vi.mock('~/server/accounts.functions.ts', () => ({
  ...fns,
  sessionQuery: { queryKey: ['session'], queryFn: () => fns.getSession(), staleTime: Infinity },
  meQuery: { queryKey: ['me'], queryFn: () => fns.getMe(), staleTime: Infinity },
}))
vi.mock('~/server/home.functions.ts', () => {
  const query = (...queryKey: unknown[]) => ({ queryKey, queryFn: () => ({ content: [], totalElements: 0 }) })
  return {
    RECENT_SIZE: 10,
    jobCountQuery: (...parts: unknown[]) => ({ queryKey: ['count', ...parts], queryFn: () => 0 }),
    recentJobsQuery: query('recent'),
    comicQuery: { queryKey: ['comic'], queryFn: () => '' },
    documentsQuery: { queryKey: ['documents'], queryFn: () => [] },
  }
})
const { routerAt, show } = await import('./shell-router.tsx')

const user = { id: 1, name: 'Ada Lovelace', roles: [{ name: 'staff' }] }
const me = { ...user, email: 'ada@strata.example', first_name: 'Ada', last_name: 'Lovelace' }
const session = { signedIn: true, user, theme: 'light', rail: false, brandName: 'Strata', sentryDsn: null }
const signedOut = { ...session, signedIn: false, user: null }

beforeEach(() => {
  clearSnackbar()
  fns.getSession.mockResolvedValue(session)
  fns.getMe.mockResolvedValue(me)
  fns.logout.mockResolvedValue({ signedIn: false })
})

test('signed out: the sign-in carries the route name', async () => {
  fns.getSession.mockResolvedValue(signedOut)
  const router = routerAt('/')
  await router.load()
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.location.search).toEqual({ next: 'Home' })
})

test('signed in: guest-only routes lead Home', async () => {
  const router = routerAt('/login?next=Submission')
  await router.load()
  expect(router.state.location.pathname).toBe('/')
})

test('a route under construction leads Home', async () => {
  const router = routerAt('/modeling/place-groups')
  await router.load()
  expect(router.state.location.pathname).toBe('/')
})

test('a failed profile fetch is logged and tried again after 2 seconds', async () => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  fns.getMe.mockRejectedValueOnce(new ApiError(0, '')).mockRejectedValueOnce(new ApiError(500, ''))
  const router = routerAt('/')
  const loaded = router.load()
  await vi.advanceTimersByTimeAsync(1999)
  expect(fns.getMe).toHaveBeenCalledTimes(1)
  expect(warn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fns.getMe).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2000)
  await loaded
  expect(fns.getMe).toHaveBeenCalledTimes(3)
  expect(router.state.matches.at(-1)?.context).toMatchObject({ me })
  vi.useRealTimers()
})

test('a refused token leads to the log-out, which posts and shows the sign-in', async () => {
  fns.getMe.mockRejectedValue(new ApiError(403, 'Could not validate credentials'))
  fns.logout.mockImplementation(() => {
    fns.getSession.mockResolvedValue(signedOut)
    return Promise.resolve({ signedIn: false })
  })
  const router = routerAt('/')
  show(router)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: 'Home' })
  expect(fns.logout).toHaveBeenCalled()
  expect(fns.getMe).toHaveBeenCalledTimes(1)
})

test('a token refused in the middle of the work leads to the log-out', async () => {
  const router = routerAt('/')
  show(router)
  await screen.findByRole('heading', { level: 1 })
  fns.logout.mockImplementation(() => {
    fns.getSession.mockResolvedValue(signedOut)
    return Promise.resolve({ signedIn: false })
  })
  await router.options.context.queryClient
    .fetchQuery({
      queryKey: ['any'],
      queryFn: () => Promise.reject(new ApiError(403, 'Could not validate credentials')),
    })
    .catch(() => undefined)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(fns.logout).toHaveBeenCalled()
})

test('another 403 is not a log-out', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  fns.getMe.mockRejectedValueOnce(new ApiError(403, 'Your role does not allow this.'))
  const router = routerAt('/')
  const loaded = router.load()
  await vi.advanceTimersByTimeAsync(2000)
  await loaded
  expect(router.state.location.pathname).toBe('/')
  expect(fns.logout).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('signed in: an unknown path shows NotFound in the shell', async () => {
  show(routerAt('/nothing/here'))
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ada Lovelace' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test('signed out: an unknown path shows NotFound in the narrow card', async () => {
  fns.getSession.mockResolvedValue(signedOut)
  show(routerAt('/nothing/here'))
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@strata.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-words')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
}

test.each([
  [new ApiError(400, 'Incorrect email or password'), 'Incorrect email or password'],
  [new ApiError(0, ''), 'Something went wrong, please try again.'],
  [new TypeError('Failed to fetch'), 'Something went wrong, please try again.'],
])('a failed sign-in says why: %s', async (error, sentence) => {
  fns.getSession.mockResolvedValue(signedOut)
  fns.login.mockRejectedValue(error)
  const router = routerAt('/login')
  show(router)
  await signIn()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
})

test.each([
  ['Submission', true],
  ['/modeling/product-catalog?status=failed', true],
  ['Home', false],
  ['https://evil.example', false],
])('the log-in says that it leads on: next=%s, %s', async (next, told) => {
  fns.getSession.mockResolvedValue(signedOut)
  show(routerAt(`/login?next=${encodeURIComponent(next)}`))
  await screen.findByLabelText('Email')
  expect(screen.queryByText('Log in to go on to the page you asked for.') !== null).toBe(told)
})

test.each([
  ['Home', '/'],
  ['https://evil.example', '/'],
  ['/?status=running', '/?status=running'],
])('after the sign-in, next=%s leads to %s', async (next, href) => {
  fns.getSession.mockResolvedValue(signedOut)
  fns.login.mockImplementation(() => {
    fns.getSession.mockResolvedValue(session)
    return Promise.resolve({ signedIn: true })
  })
  const router = routerAt(`/login?next=${encodeURIComponent(next)}`)
  show(router)
  await signIn()
  await waitFor(() => expect(router.state.location.href).toBe(href))
})
