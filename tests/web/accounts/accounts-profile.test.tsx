import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccessToken, listAccessTokens, revokeAccessToken } from '#contract/accounts/access-tokens.ts'
import { logout, resetPassword, updateMe } from '#contract/accounts/accounts.ts'
import { endSession, endSessions, listSessions } from '#contract/accounts/sessions.ts'
import { ApiError } from '~/api/api-error.ts'
import { clearSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { aMe, aSession, aToken } from '../support/accounts-fakes.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const region = (name: string) => screen.findByRole('region', { name })
const press = async (name: string, inside = screen) =>
  userEvent.click(await inside.findByRole('button', { name }))

beforeEach(() => {
  clearSnackbar()
  resetApi()
  answer(
    listSessions,
    pageOf([
      aSession({ id: 1, current: true }),
      aSession({ id: 2, user_agent: 'curl/8.14.1', address: null }),
    ]),
  )
  answer(listAccessTokens, pageOf([aToken({ id: 5 })]))
})

test('someone logged out is sent to Log In and back to the profile afterwards', async () => {
  resetApi(null)
  const router = routerAt('/edit-user')
  await router.load()
  expect(router.state.location.href).toBe('/login?next=EditUser')
})

test('a session that ended elsewhere is logged out, and the login returns to the page', async () => {
  fail(listSessions, new ApiError(403, 'Could not validate credentials'))
  const router = routerAt('/edit-user')
  show(router)
  await waitFor(() => expect(router.state.location.href).toBe('/login?next=EditUser'))
  expect(callsOf(logout)).toHaveLength(1)
})

test("saves the name and updates the person's menu", async () => {
  const changed = { ...aMe(['staff']), name: 'Ada Byron', last_name: 'Byron' }
  answer(updateMe, changed as never)
  show(routerAt('/edit-user'))
  const last = await screen.findByLabelText('Last name')
  await userEvent.clear(last)
  await userEvent.type(last, 'Byron')
  await press('Save name')
  expect(await screen.findByRole('button', { name: 'Ada Byron' })).toBeTruthy()
  expect(callsOf(updateMe)).toEqual([{ body: { first_name: 'Ada', last_name: 'Byron' } }])
  expect(screen.getByText('Your name is saved')).toBeTruthy()
})

describe('password', () => {
  test('shows at its field that the current password is wrong', async () => {
    fail(
      resetPassword,
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

  test('clears the fields and refetches the sessions after the change', async () => {
    answer(resetPassword, { msg: 'Your password is changed.' })
    show(routerAt('/edit-user'))
    await userEvent.type(await screen.findByLabelText('Current password'), 'old words')
    await userEvent.type(screen.getByLabelText('New password'), 'tulip harbour nine')
    await press('Change password')
    expect(await screen.findByText('Your password is changed.')).toBeTruthy()
    expect(callsOf(resetPassword)).toEqual([
      { body: { current_password: 'old words', new_password: 'tulip harbour nine' } },
    ])
    expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('')
    await waitFor(() => expect(callsOf(listSessions)).toHaveLength(2))
  })
})

describe('sessions', () => {
  test('marks this session and offers to log out only the others', async () => {
    answer(endSession, { msg: 'Logged out there.' })
    show(routerAt('/edit-user'))
    const card = within(await region('Where you are logged in'))
    const [here, there] = await card.findAllByRole('listitem')
    expect(here?.textContent).toContain('Firefox on LinuxThis session')
    expect(within(here!).queryByRole('button')).toBeNull()
    await userEvent.click(within(there!).getByRole('button', { name: 'Log out curl' }))
    expect(callsOf(endSession)).toEqual([{ params: { id: 2 } }])
    expect(await screen.findByText('Logged out there.')).toBeTruthy()
  })

  test('logging out everywhere, including here, leads to Log In', async () => {
    answer(endSessions, { msg: 'Logged out everywhere.' })
    const router = routerAt('/edit-user')
    show(router)
    await press('Log out everywhere')
    await press('Everywhere, including here')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(callsOf(endSessions)).toEqual([{ query: { keep_current: false } }])
  })

  test('shows an error in its own card and can be retried', async () => {
    fail(listSessions, new ApiError(500, 'The database is resting.'))
    show(routerAt('/edit-user'))
    const card = within(await region('Where you are logged in'))
    await card.findByText('The database is resting.')
    answer(listSessions, pageOf([aSession({ id: 1, current: true })]))
    await press('Try again', card as typeof screen)
    expect(await card.findByText('This session')).toBeTruthy()
  })
})

describe('access tokens', () => {
  test('link to the help on scripts', async () => {
    show(routerAt('/edit-user'))
    const link = await screen.findByRole('link', { name: /^How to use access tokens in scripts/ })
    expect(link.getAttribute('href')).toBe('/modeling#access-tokens')
  })

  test('a new token is shown once, can be copied, and is not kept', async () => {
    const user = userEvent.setup()
    answer(createAccessToken, { ...aToken({ id: 6, name: 'QGIS' }), token: 'strata_secret' })
    const router = routerAt('/edit-user')
    show(router)
    await user.click(await screen.findByRole('button', { name: 'New token' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Name'), 'QGIS')
    await user.click(dialog.getByRole('checkbox', { name: /^Run/ }))
    await user.selectOptions(dialog.getByLabelText('Expires after'), '30')
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    const field = await screen.findByLabelText('New access token')
    expect((field as HTMLInputElement).value).toBe('strata_secret')
    expect(callsOf(createAccessToken)).toEqual([
      { body: { name: 'QGIS', scopes: ['read', 'run'], expires_in_days: 30 } },
    ])
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('strata_secret')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByLabelText('New access token')).toBeNull()
    const cached = router.options.context.queryClient.getQueryCache().getAll()
    expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toContain('strata_secret')
  })

  test("a viewer's token cannot have the scope to run configurations", async () => {
    resetApi(['viewer'])
    show(routerAt('/edit-user'))
    await press('New token')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('checkbox').map(({ id }) => id)).toEqual(['scope-read', 'scope-write'])
  })

  test('a token needs at least one scope', async () => {
    show(routerAt('/edit-user'))
    await press('New token')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), 'QGIS')
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Read/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create token' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Choose at least one scope.')
    expect(callsOf(createAccessToken)).toEqual([])
  })

  test('revoking asks for confirmation', async () => {
    answer(revokeAccessToken, { msg: 'Revoked.' })
    show(routerAt('/edit-user'))
    await press('Revoke Nightly script')
    expect(callsOf(revokeAccessToken)).toEqual([])
    await press('Revoke token')
    await waitFor(() => expect(callsOf(revokeAccessToken)).toEqual([{ params: { id: 5 } }]))
    expect(await screen.findByText('Revoked.')).toBeTruthy()
  })

  test('after one is revoked, the focus is on the next one', async () => {
    const [first, second] = [aToken({ id: 5 }), aToken({ id: 6, name: 'QGIS' })]
    answer(listAccessTokens, pageOf([first, second]))
    answer(revokeAccessToken, () => {
      answer(listAccessTokens, pageOf([second]))
      return { msg: 'Revoked.' }
    })
    show(routerAt('/edit-user'))
    await press('Revoke Nightly script')
    await press('Revoke token')
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Revoke QGIS'))
  })

  test('says when there is none, and marks an expired one', async () => {
    answer(listAccessTokens, pageOf([]))
    show(routerAt('/edit-user'))
    expect(await screen.findByText('No access tokens')).toBeTruthy()
    cleanup()
    answer(listAccessTokens, pageOf([aToken({ id: 5, expires_at: '2020-01-01T00:00:00.000Z' })]))
    show(routerAt('/edit-user'))
    expect(await screen.findByText('Expired')).toBeTruthy()
  })
})
