import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { clearSnackbar } from '~/components/layout/snackbar-store.ts'
import { aMe, aSession, aToken, aWebSession } from './accounts-fakes.ts'
import { pageOf } from './submission-fakes.ts'

const calls = vi.hoisted(() => ({
  signedIn: true,
  me: vi.fn(),
  logout: vi.fn(),
  updateMe: vi.fn(),
  resetPassword: vi.fn(),
  sessions: vi.fn(),
  endSession: vi.fn(),
  endSessions: vi.fn(),
  tokens: vi.fn(),
  create: vi.fn(),
  revoke: vi.fn(),
}))
vi.mock('~/server/accounts.functions.ts', () => ({
  sessionQuery: {
    queryKey: ['session'],
    queryFn: () => aWebSession(calls.signedIn ? ['staff'] : null),
    staleTime: Infinity,
  },
  meQuery: { queryKey: ['me'], queryFn: () => calls.me(), staleTime: Infinity },
  logout: calls.logout,
}))
vi.mock('~/server/accounts-profile.functions.ts', () => ({
  updateMe: calls.updateMe,
  resetPassword: calls.resetPassword,
  sessionsQuery: { queryKey: ['sessions'], queryFn: () => calls.sessions() },
  endSession: calls.endSession,
  endSessions: calls.endSessions,
}))
vi.mock('~/server/access-tokens.functions.ts', () => ({
  accessTokensQuery: { queryKey: ['access-tokens'], queryFn: () => calls.tokens() },
  createAccessToken: calls.create,
  revokeAccessToken: calls.revoke,
}))
const { routerAt, show } = await import('./shell-router.tsx')
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 20_000 })

const region = (name: string) => screen.findByRole('region', { name })
const press = async (name: string, inside = screen) =>
  userEvent.click(await inside.findByRole('button', { name }))

beforeEach(() => {
  clearSnackbar()
  for (const call of Object.values(calls)) if (vi.isMockFunction(call)) call.mockReset()
  calls.signedIn = true
  calls.me.mockResolvedValue(aMe(['staff']))
  calls.sessions.mockResolvedValue(
    pageOf([
      aSession({ id: 1, current: true }),
      aSession({ id: 2, user_agent: 'curl/8.14.1', address: null }),
    ]),
  )
  calls.tokens.mockResolvedValue(pageOf([aToken({ id: 5 })]))
})

test('signed out: the sign-in leads back to the profile', async () => {
  calls.signedIn = false
  const router = routerAt('/edit-user')
  await router.load()
  expect(router.state.location.href).toBe('/login?next=EditUser')
})

test('a session that has ended unasked leads through the log-out and remembers the page', async () => {
  calls.sessions.mockRejectedValue(new ApiError(403, 'Could not validate credentials'))
  calls.logout.mockImplementation(() => {
    calls.signedIn = false
    return Promise.resolve({ signedIn: false })
  })
  const router = routerAt('/edit-user')
  show(router)
  await waitFor(() => expect(router.state.location.href).toBe('/login?next=EditUser'))
  expect(calls.logout).toHaveBeenCalledOnce()
})

test('the name is saved, and the menu of the person follows', async () => {
  const changed = { ...aMe(['staff']), name: 'Ada Byron', last_name: 'Byron' }
  calls.updateMe.mockResolvedValue(changed)
  show(routerAt('/edit-user'))
  const last = await screen.findByLabelText('Last name')
  await userEvent.clear(last)
  await userEvent.type(last, 'Byron')
  await press('Save name')
  expect(await screen.findByRole('button', { name: 'Ada Byron' })).toBeTruthy()
  expect(calls.updateMe).toHaveBeenCalledExactlyOnceWith({ data: { first_name: 'Ada', last_name: 'Byron' } })
  expect(screen.getByText('Your name is saved')).toBeTruthy()
})

describe('password', () => {
  test('a wrong current one is said at its field', async () => {
    calls.resetPassword.mockRejectedValue(
      new ApiError(422, 'Not valid.', [{ field: 'current_password', message: 'This is not your password.' }]),
    )
    show(routerAt('/edit-user'))
    await userEvent.type(await screen.findByLabelText('Current password'), 'wrong words')
    await userEvent.type(screen.getByLabelText('New password'), 'tulip harbour nine')
    await press('Change password')
    await waitFor(() =>
      expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'),
    )
    expect(screen.getAllByText(/This is not your password\./).length).toBeGreaterThan(0)
  })

  test('once changed, the fields are empty and the sessions are asked again', async () => {
    calls.resetPassword.mockResolvedValue({ msg: 'Your password is changed.' })
    show(routerAt('/edit-user'))
    await userEvent.type(await screen.findByLabelText('Current password'), 'old words')
    await userEvent.type(screen.getByLabelText('New password'), 'tulip harbour nine')
    await press('Change password')
    expect(await screen.findByText('Your password is changed.')).toBeTruthy()
    expect(calls.resetPassword).toHaveBeenCalledExactlyOnceWith({
      data: { current_password: 'old words', new_password: 'tulip harbour nine' },
    })
    expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('')
    await waitFor(() => expect(calls.sessions).toHaveBeenCalledTimes(2))
  })
})

describe('sessions', () => {
  test('this one is marked and cannot be signed out by mistake; another one can', async () => {
    calls.endSession.mockResolvedValue({ msg: 'Logged out there.' })
    show(routerAt('/edit-user'))
    const card = within(await region('Where you are logged in'))
    const [here, there] = await card.findAllByRole('listitem')
    expect(here?.textContent).toContain('Firefox on LinuxThis session')
    expect(within(here!).queryByRole('button')).toBeNull()
    await userEvent.click(within(there!).getByRole('button', { name: 'Log out curl' }))
    expect(calls.endSession).toHaveBeenCalledExactlyOnceWith({ data: { id: 2 } })
    expect(await screen.findByText('Logged out there.')).toBeTruthy()
  })

  test('everywhere, also here: leads to Log In', async () => {
    calls.endSessions.mockImplementation(() => {
      calls.signedIn = false
      return Promise.resolve({ msg: 'Logged out everywhere.' })
    })
    const router = routerAt('/edit-user')
    show(router)
    await press('Log out everywhere')
    await press('Everywhere, also here')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(calls.endSessions).toHaveBeenCalledExactlyOnceWith({ data: { keep_current: false } })
  })

  test('a list that fails says so alone', async () => {
    calls.sessions.mockRejectedValue(new ApiError(500, 'The database is resting.'))
    show(routerAt('/edit-user'))
    const card = within(await region('Where you are logged in'))
    await card.findByText('The database is resting.')
    calls.sessions.mockResolvedValue(pageOf([aSession({ id: 1, current: true })]))
    await press('Try again', card as typeof screen)
    expect(await card.findByText('This session')).toBeTruthy()
  })
})

describe('access tokens', () => {
  test('the help explains scripts', async () => {
    show(routerAt('/edit-user'))
    const link = await screen.findByRole('link', { name: /^How to use access tokens in scripts/ })
    expect(link.getAttribute('href')).toBe('/modeling#access-tokens')
  })

  test('a new one is shown once, can be copied, and is gone afterwards', async () => {
    const user = userEvent.setup()
    calls.create.mockResolvedValue({ ...aToken({ id: 6, name: 'QGIS' }), token: 'strata_secret' })
    const router = routerAt('/edit-user')
    show(router)
    await user.click(await screen.findByRole('button', { name: 'New token' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Name'), 'QGIS')
    await user.click(dialog.getByRole('checkbox', { name: /^Run/ }))
    await user.selectOptions(dialog.getByLabelText('Ends after'), '30')
    await user.click(dialog.getByRole('button', { name: 'Make token' }))
    const field = await screen.findByLabelText('New access token')
    expect((field as HTMLInputElement).value).toBe('strata_secret')
    expect(calls.create).toHaveBeenCalledExactlyOnceWith({
      data: { name: 'QGIS', scopes: ['read', 'run'], expires_in_days: 30 },
    })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('strata_secret')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByLabelText('New access token')).toBeNull()
    const cached = router.options.context.queryClient.getQueryCache().getAll()
    expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('strata_secret')
  })

  test('without a scope none is made', async () => {
    show(routerAt('/edit-user'))
    await press('New token')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), 'QGIS')
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Read/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Make token' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Choose at least one scope.')
    expect(calls.create).not.toHaveBeenCalled()
  })

  test('revoking asks first', async () => {
    calls.revoke.mockResolvedValue({ msg: 'Revoked.' })
    show(routerAt('/edit-user'))
    await press('Revoke Nightly script')
    expect(calls.revoke).not.toHaveBeenCalled()
    await press('Revoke token')
    await waitFor(() => expect(calls.revoke).toHaveBeenCalledExactlyOnceWith({ data: { id: 5 } }))
    expect(await screen.findByText('Revoked.')).toBeTruthy()
  })

  test('none yet, and one that has ended', async () => {
    calls.tokens.mockResolvedValueOnce(pageOf([]))
    show(routerAt('/edit-user'))
    expect(await screen.findByText('No access tokens')).toBeTruthy()
    cleanup()
    calls.tokens.mockResolvedValue(pageOf([aToken({ id: 5, expires_at: '2020-01-01T00:00:00.000Z' })]))
    show(routerAt('/edit-user'))
    expect(await screen.findByText('Expired')).toBeTruthy()
  })
})
