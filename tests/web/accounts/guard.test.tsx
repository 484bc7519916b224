import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getMe, login, logout } from '#contract/accounts/accounts.ts'
import { ApiError } from '~/api/api-error.ts'
import { forgetTypedEmail, typedEmail } from '~/components/accounts/login/typed-email.ts'
import { authStatus } from '~/components/accounts/login/auth-status.ts'
import { rootPreloader } from '~/components/shell/root-preloader.tsx'
import { clearSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { aMe } from '../support/accounts-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'

const me = aMe(['staff']) as never

beforeEach(() => {
  clearSnackbar()
  forgetTypedEmail()
  resetApi()
})

/** Each call to `getMe` takes the next of these answers; after them it succeeds. */
function profileAnswers(...errors: ApiError[]) {
  answer(getMe, () => {
    const error = errors.shift()
    if (error) throw error
    return me
  })
}

test('someone logged out is sent to the login, which carries the name of the route', async () => {
  resetApi(null)
  const router = routerAt('/')
  await router.load()
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.location.search).toEqual({ next: 'Home' })
})

test('someone logged in is sent from guest-only routes to Home', async () => {
  const router = routerAt('/login?next=Submission')
  await router.load()
  expect(router.state.location.pathname).toBe('/')
})

test('a route under construction redirects to Home', async () => {
  const router = routerAt('/modeling/place-groups')
  await router.load()
  expect(router.state.location.pathname).toBe('/')
})

test('a failed profile fetch is logged and retried after 2 seconds', async () => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  profileAnswers(new ApiError(0, ''), new ApiError(500, ''))
  const router = routerAt('/')
  const loaded = router.load()
  await vi.advanceTimersByTimeAsync(1999)
  expect(callsOf(getMe)).toHaveLength(1)
  expect(warn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(callsOf(getMe)).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2000)
  await loaded
  expect(callsOf(getMe)).toHaveLength(3)
  expect(router.state.matches.at(-1)?.context).toMatchObject({ me })
  vi.useRealTimers()
})

test('a rejected token logs out, and the login opens', async () => {
  fail(getMe, new ApiError(403, 'Could not validate credentials'))
  const router = routerAt('/')
  show(router)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: 'Home' })
  expect(callsOf(logout)).toHaveLength(1)
  expect(callsOf(getMe)).toHaveLength(1)
})

test('a token rejected later, by any call, logs out', async () => {
  const router = routerAt('/')
  show(router)
  await screen.findByRole('heading', { level: 1 })
  await router.options.context.queryClient
    .fetchQuery({
      queryKey: ['any'],
      queryFn: () => Promise.reject(new ApiError(403, 'Could not validate credentials')),
    })
    .catch(() => undefined)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(callsOf(logout)).toHaveLength(1)
})

test('any other 403 does not log out', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  profileAnswers(new ApiError(403, 'Your role does not allow this.'))
  const router = routerAt('/')
  const loaded = router.load()
  await vi.advanceTimersByTimeAsync(2000)
  await loaded
  expect(router.state.location.pathname).toBe('/')
  expect(callsOf(logout)).toEqual([])
  vi.useRealTimers()
})

test('an unknown path shows NotFound in the shell to someone logged in', async () => {
  show(routerAt('/nothing/here'))
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ada Lovelace' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test('an unknown path shows NotFound in the narrow card to someone logged out', async () => {
  resetApi(null)
  show(routerAt('/nothing/here'))
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@strata.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-words')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
}

test.each([
  [new ApiError(400, 'Incorrect email or password'), 'Incorrect email or password'],
  [new ApiError(0, ''), 'Something went wrong, please try again.'],
  [new TypeError('Failed to fetch'), 'Something went wrong, please try again.'],
])('shows why the login failed: %s', async (error, sentence) => {
  resetApi(null)
  answer(login, () => {
    throw error
  })
  const router = routerAt('/login')
  show(router)
  await logIn()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
})

test('a missing entry is named at its field, which gets the focus, until it is filled in', async () => {
  resetApi(null)
  show(routerAt('/login'))
  const email = await screen.findByLabelText('Email')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-words')
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  const sentence = screen.getByText('Enter your email address.')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(email.getAttribute('aria-describedby')).toBe(sentence.id)
  expect(document.activeElement).toBe(email)
  expect(callsOf(login)).toEqual([])
  await userEvent.type(email, 'a')
  expect(screen.queryByText('Enter your email address.')).toBeNull()
  expect(email.getAttribute('aria-invalid')).toBeNull()
})

test('a rejected login says at the field what to check, and what a new account needs', async () => {
  resetApi(null)
  fail(login, new ApiError(400, 'Incorrect email or password'))
  show(routerAt('/login'))
  await logIn()
  await screen.findByText('Check the email address and the password.')
  const hint = /^A new account can log in once its email address is confirmed/
  expect(screen.getByText(hint)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'm')
  expect(screen.queryByText('Check the email address and the password.')).toBeNull()
  expect(screen.getByText(hint)).toBeTruthy()
})

test.each([429, 503])('a login that the service could not check (%s) blames no field', async (status) => {
  resetApi(null)
  fail(login, new ApiError(status, 'Try again shortly.'))
  show(routerAt('/login'))
  await logIn()
  await screen.findByText('Try again shortly.')
  expect(screen.queryByText('Check the email address and the password.')).toBeNull()
})

test.each([
  ['Submission', true],
  ['/modeling/product-catalog?status=failed', true],
  ['Home', false],
  ['https://evil.example', false],
])('Log In mentions the page it will open: next=%s, %s', async (next, mentioned) => {
  resetApi(null)
  show(routerAt(`/login?next=${encodeURIComponent(next)}`))
  await screen.findByLabelText('Email')
  expect(screen.queryByText('Log in to continue where you were.') !== null).toBe(mentioned)
})

test.each([
  ['Home', '/'],
  ['https://evil.example', '/'],
  ['/?status=running', '/?status=running'],
])('next=%s opens %s after the login', async (next, href) => {
  resetApi(null)
  const router = routerAt(`/login?next=${encodeURIComponent(next)}`)
  show(router)
  await logIn()
  await waitFor(() => expect(router.state.location.href).toBe(href))
})

test.each([
  [new ApiError(500, 'The database does not answer.'), 'The database does not answer.'],
  [new ApiError(0, ''), 'Something went wrong, please try again.'],
])('a failed profile fetch right after the login logs out again: %s', async (error, sentence) => {
  resetApi(null)
  fail(getMe, error)
  const router = routerAt('/login?next=Submission')
  const visited: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname))
  show(router)
  await logIn()
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(callsOf(logout)).toHaveLength(1))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(visited).toContain('/logout')
  expect(router.state.location.search).toEqual({ next: 'Submission' })
  expect(callsOf(getMe)).toHaveLength(1)
  expect(authStatus(router.options.context.queryClient)).toBe('error')
})

test('the authentication status goes from empty to loading, error, loading, success and empty', async () => {
  resetApi(null)
  const router = routerAt('/login')
  const { queryClient } = router.options.context
  show(router)
  await screen.findByLabelText('Email')
  const seen = [authStatus(queryClient)]
  const note = () => seen.at(-1) !== authStatus(queryClient) && seen.push(authStatus(queryClient))
  queryClient.getMutationCache().subscribe(note)
  queryClient.getQueryCache().subscribe(note)
  fail(login, new ApiError(400, 'Incorrect email or password'))
  await logIn()
  await screen.findByText('Incorrect email or password')
  answer(login, { accessToken: 'a-token' })
  expect(seen).toEqual(['', 'loading', 'error'])
  await userEvent.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(seen).toEqual(['', 'loading', 'error', 'loading', 'success'])
  expect(typedEmail()).toBe('')
  await router.navigate({ to: '/logout' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(authStatus(queryClient)).toBe('')
})

test('the button is busy while the profile is loading', async () => {
  resetApi(null)
  const answered = Promise.withResolvers<never>()
  answer(getMe, () => answered.promise)
  const router = routerAt('/login')
  show(router)
  await logIn()
  await waitFor(() => expect(callsOf(getMe)).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Log In' }).getAttribute('aria-busy')).toBe('true')
  answered.resolve(me)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

const preloader = () => screen.queryAllByRole('progressbar', { name: 'Loading' })

test('shows the preloader until the profile is loaded', async () => {
  const answered = Promise.withResolvers<never>()
  answer(getMe, () => answered.promise)
  const router = routerAt('/')
  show(router)
  await waitFor(() => expect(rootPreloader(router.state)).toBe(true))
  await waitFor(() => expect(preloader()).toHaveLength(1))
  expect(screen.queryByRole('banner')).toBeNull()
  answered.resolve(me)
  await screen.findByRole('banner')
  expect(rootPreloader(router.state)).toBe(false)
  expect(preloader()).toHaveLength(0)
})

test('shows the preloader while the session ends', async () => {
  const ended = Promise.withResolvers<void>()
  answer(logout, async () => {
    await ended.promise
    return { msg: 'Logged out.' }
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

test("shows no preloader to a guest, nor while a screen's own data load", async () => {
  resetApi(null)
  const router = routerAt('/login')
  show(router)
  await screen.findByLabelText('Email')
  expect(rootPreloader(router.state)).toBe(false)
  expect(preloader()).toHaveLength(0)
})

test('what the server did not find is shown, although its profile never loads', () => {
  const profile = { routeId: '/_authed', status: 'pending' }
  expect(rootPreloader({ matches: [{ routeId: '__root__' }, profile] } as never)).toBe(true)
  expect(rootPreloader({ matches: [{ routeId: '__root__', _notFound: true }, profile] } as never)).toBe(false)
})
