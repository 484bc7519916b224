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
const { authStatus } = await import('~/components/layout/auth-status.ts')
const { rootPreloader } = await import('~/components/layout/root-preloader.tsx')

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
  expect(screen.queryByText('Log in to continue to the page you requested.') !== null).toBe(told)
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

/** As the service does it: the sign-in makes a session, the log-out ends it. */
function sessionsFollow() {
  fns.getSession.mockResolvedValue(signedOut)
  fns.login.mockImplementation(() => {
    fns.getSession.mockResolvedValue(session)
    return Promise.resolve({ signedIn: true })
  })
  fns.logout.mockImplementation(() => {
    fns.getSession.mockResolvedValue(signedOut)
    return Promise.resolve({ signedIn: false })
  })
}

test.each([
  [new ApiError(500, 'The database does not answer.'), 'The database does not answer.'],
  [new ApiError(0, ''), 'Something went wrong, please try again.'],
])(
  'a failed user fetch after the sign-in ends the session and leads to LogOut: %s',
  async (error, sentence) => {
    sessionsFollow()
    fns.getMe.mockRejectedValue(error)
    const router = routerAt('/login?next=Submission')
    const visited: string[] = []
    router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname))
    show(router)
    await signIn()
    expect(await screen.findByText(sentence)).toBeTruthy()
    await waitFor(() => expect(fns.logout).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(visited).toContain('/logout')
    expect(router.state.location.search).toEqual({ next: 'Submission' })
    expect(fns.getMe).toHaveBeenCalledTimes(1)
    expect(authStatus(router.options.context.queryClient)).toBe('error')
  },
)

test('the authentication status: empty, loading, error, loading, success, empty', async () => {
  sessionsFollow()
  const router = routerAt('/login')
  const { queryClient } = router.options.context
  show(router)
  await screen.findByLabelText('Email')
  const seen = [authStatus(queryClient)]
  const note = () => seen.at(-1) !== authStatus(queryClient) && seen.push(authStatus(queryClient))
  queryClient.getMutationCache().subscribe(note)
  queryClient.getQueryCache().subscribe(note)
  fns.login.mockRejectedValueOnce(new ApiError(400, 'Incorrect email or password'))
  await signIn()
  await screen.findByText('Incorrect email or password')
  expect(seen).toEqual(['', 'loading', 'error'])
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(seen).toEqual(['', 'loading', 'error', 'loading', 'success'])
  await router.navigate({ to: '/logout' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(authStatus(queryClient)).toBe('')
})

test('the sign-in waits while the status is loading', async () => {
  sessionsFollow()
  const answered = Promise.withResolvers<typeof me>()
  fns.getMe.mockReturnValue(answered.promise)
  const router = routerAt('/login')
  show(router)
  await signIn()
  await waitFor(() => expect(fns.getMe).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: 'Log In' }).getAttribute('aria-busy')).toBe('true')
  answered.resolve(me)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

const preloader = () => screen.queryAllByRole('progressbar', { name: 'Loading' })

test('the preloader is there while its flag is set: until the profile has come', async () => {
  const answered = Promise.withResolvers<typeof me>()
  fns.getMe.mockReturnValue(answered.promise)
  const router = routerAt('/')
  show(router)
  await waitFor(() => expect(rootPreloader(router.state)).toBe(true), { timeout: 3000 })
  await waitFor(() => expect(preloader()).toHaveLength(1))
  expect(screen.queryByRole('banner')).toBeNull()
  answered.resolve(me)
  await screen.findByRole('banner')
  expect(rootPreloader(router.state)).toBe(false)
  expect(preloader()).toHaveLength(0)
})

test('the preloader is there while the session ends', async () => {
  sessionsFollow()
  fns.getSession.mockResolvedValue(session)
  const ended = Promise.withResolvers<void>()
  fns.logout.mockImplementation(async () => {
    await ended.promise
    fns.getSession.mockResolvedValue(signedOut)
    return { signedIn: false }
  })
  const router = routerAt('/logout')
  show(router)
  await waitFor(() => expect(preloader()).toHaveLength(1))
  expect(rootPreloader(router.state)).toBe(true)
  ended.resolve()
  await screen.findByLabelText('Email')
  expect(rootPreloader(router.state)).toBe(false)
  expect(preloader()).toHaveLength(0)
})

test('no preloader for a guest, nor for a screen whose own data are late', async () => {
  fns.getSession.mockResolvedValue(signedOut)
  const router = routerAt('/login')
  show(router)
  await screen.findByLabelText('Email')
  expect(rootPreloader(router.state)).toBe(false)
  expect(preloader()).toHaveLength(0)
})
