import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  confirmEmail,
  recoverPassword,
  register,
  requestEmailConfirmation,
  requestPasswordRecovery,
} from '#contract/accounts/accounts.ts'
import { ApiError } from '~/api/api-error.ts'
import { createAppRouter } from '~/app-router.tsx'
import { forgetTypedEmail } from '~/components/accounts/login/typed-email.ts'
import { clearSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'

const { routerAt, show } = await import('../support/shell-router.tsx')

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const write = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const msg = { msg: 'If the account exists, a message has been sent.' }

beforeEach(() => {
  resetApi(null)
  clearSnackbar()
  forgetTypedEmail()
})

describe('who may open each screen', () => {
  test('Register is for guests only', async () => {
    resetApi(['staff'])
    const router = routerAt('/register')
    await router.load()
    expect(router.state.location.pathname).toBe('/')
  })

  test.each(['/recover-password', '/confirm-email/'])('%s is open to everyone', async (path) => {
    for (const roles of [null, ['staff']]) {
      resetApi(roles)
      const router = routerAt(path)
      await router.load()
      expect(`${router.state.location.pathname}/`).toContain(path)
    }
  })

  test('someone logged in keeps their menu on a public screen', async () => {
    resetApi(['staff'])
    show(routerAt('/confirm-email/'))
    expect(await screen.findByRole('button', { name: 'Ada Lovelace' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })
})

describe('Register', () => {
  async function fill() {
    await write('Email', ' grace@strata.example')
    await write('First name', 'Grace')
    await write('Last name', 'Hopper')
    await write('Password', 'tulip harbour nine')
  }

  test('does not send an empty form; the summary gets the focus and links to the fields', async () => {
    show(routerAt('/register'))
    await press('Register')
    const summary = await screen.findByRole('alert')
    expect(document.activeElement).toBe(summary)
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Email', 'First name', 'Last name', 'Password'])
    await userEvent.click(within(summary).getByRole('link', { name: 'Last name' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Last name'))
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf(register)).toEqual([])
  })

  test('an error disappears once its field is corrected', async () => {
    show(routerAt('/register'))
    await press('Register')
    const summary = await screen.findByRole('alert')
    await write('Email', 'grace@strata.example')
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull()
    expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true')
    expect(within(summary).queryByRole('link', { name: 'Email' })).toBeNull()
  })

  test('sends the entered values once, then shows the next step', async () => {
    answer(register, msg)
    show(routerAt('/register'))
    await fill()
    await press('Register')
    const title = await screen.findByRole('heading', { name: 'Nearly there' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(callsOf(register)).toEqual([
      {
        body: {
          email: 'grace@strata.example',
          first_name: 'Grace',
          last_name: 'Hopper',
          password: 'tulip harbour nine',
        },
      },
    ])
    expect(screen.getByText('grace@strata.example')).toBeTruthy()
    expect(screen.getByText(/an admin approves your account/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Log In' }).getAttribute('href')).toBe('/login')
  })

  test('shows a rejection at its field and keeps the other values', async () => {
    fail(
      register,
      new ApiError(422, 'The password is rejected.', [
        { field: 'password', message: 'This password is guessed easily.' },
      ]),
    )
    show(routerAt('/register'))
    await fill()
    await press('Register')
    const field = await screen.findByLabelText('Password')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      'This password is guessed easily.',
    )
    expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Grace')
    expect((field as HTMLInputElement).value).toBe('tulip harbour nine')
  })

  test.each([
    [new ApiError(429, 'Too many tries. Wait ten minutes.'), 'Too many tries. Wait ten minutes.'],
    [new ApiError(0, ''), 'Something went wrong, please try again'],
  ])('shows any other error above the form: %s', async (error, sentence) => {
    fail(register, error)
    show(routerAt('/register'))
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  })

  test('shows the password on request, and its strength', async () => {
    show(routerAt('/register'))
    await write('First name', 'Gracehopper')
    await write('Password', 'gracehopper1')
    expect(await screen.findByText('Strength: Weak')).toBeTruthy()
    expect(screen.getByText(/^This password is made up of your name/)).toBeTruthy()
    const field = screen.getByLabelText('Password') as HTMLInputElement
    expect(field.type).toBe('password')
    await press('Show password')
    expect(field.type).toBe('text')
    await press('Hide password')
    expect(field.type).toBe('password')
    expect(field.autocomplete).toBe('new-password')
  })
})

describe('an email address typed on one screen', () => {
  test('is on the next ones, not in their addresses', async () => {
    const router = routerAt('/login')
    show(router)
    await write('Email', 'grace@strata.example')
    for (const name of ['Register', 'Resend Email Confirmation', 'Log In', 'Recover Password']) {
      await userEvent.click(await screen.findByRole('link', { name }))
      await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull())
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('grace@strata.example')
      expect(router.state.location.href).not.toContain('grace')
    }
    await userEvent.clear(screen.getByLabelText('Email'))
    await write('Email', 'ada@strata.example')
    await userEvent.click(screen.getByRole('link', { name: 'Log In' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@strata.example')
  })
})

describe('RecoverPassword', () => {
  test('requests an email; the answer is the same for every address', async () => {
    answer(requestPasswordRecovery, msg)
    show(routerAt('/recover-password'))
    await write('Email', 'nobody@strata.example')
    await press('Send the link')
    expect(await screen.findByText(msg.msg)).toBeTruthy()
    expect(callsOf(requestPasswordRecovery)).toEqual([
      {
        params: { email: 'nobody@strata.example' },
      },
    ])
    await press('Use another address')
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })

  test('removes the token from the address at once, sets a new password and opens Log In', async () => {
    answer(recoverPassword, { msg: 'The password is set.' })
    const router = routerAt('/login', '/recover-password?token=abc-123')
    show(router)
    await screen.findByLabelText('New password')
    await waitFor(() => expect(router.state.location.href).toBe('/recover-password'))
    expect(router.history.length).toBe(2)
    await write('New password', 'tulip harbour nine')
    await press('Set new password')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(callsOf(recoverPassword)).toEqual([
      {
        body: { token: 'abc-123', new_password: 'tulip harbour nine' },
      },
    ])
    expect(await screen.findByText('The password is set.')).toBeTruthy()
  })

  test('a reload keeps the token, which is in neither address; once set, it is gone', async () => {
    answer(recoverPassword, { msg: 'The password is set.' })
    const router = routerAt('/recover-password?token=abc-123')
    const { history } = router
    show(router)
    await waitFor(() => expect(history.location.href).toBe('/recover-password'))
    cleanup()
    show(createAppRouter({ history }))
    expect(await screen.findByLabelText('New password')).toBeTruthy()
    expect(history.location.href).toBe('/recover-password')
    await write('New password', 'tulip harbour nine')
    await press('Set new password')
    await waitFor(() => expect(history.location.pathname).toBe('/login'))
    expect(callsOf(recoverPassword)).toMatchObject([{ body: { token: 'abc-123' } }])
    expect(history.location.state.token).toBeUndefined()
  })

  test('says that a token has expired and offers a new link', async () => {
    fail(recoverPassword, new ApiError(400, 'Invalid or expired token'))
    const router = routerAt('/recover-password?token=old')
    show(router)
    await write('New password', 'tulip harbour nine')
    await press('Set new password')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link has expired, was used before, or is incomplete.',
    )
    await press('Send a new link')
    expect(await screen.findByRole('button', { name: 'Send the link' })).toBeTruthy()
    await waitFor(() => expect(router.state.location.state.token).toBeUndefined())
  })
})

describe('EmailConfirmation', () => {
  test('opening the link confirms nothing; the button does, once', async () => {
    answer(confirmEmail, { msg: 'An administrator approves your account.' })
    const router = routerAt('/confirm-email/?token=tok')
    show(router)
    await screen.findByRole('heading', { name: 'Confirm your email address' })
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'))
    expect(callsOf(confirmEmail)).toEqual([])
    await press('Confirm my email')
    expect(await screen.findByText('An administrator approves your account.')).toBeTruthy()
    expect(callsOf(confirmEmail)).toEqual([{ body: { token: 'tok' } }])
    await waitFor(() => expect(router.state.location.state.token).toBeUndefined())
    expect(screen.getByText('An administrator approves your account.')).toBeTruthy()
  })

  test('an expired link offers a new one', async () => {
    fail(confirmEmail, new ApiError(400, 'Invalid or expired token'))
    answer(requestEmailConfirmation, msg)
    show(routerAt('/confirm-email/?token=tok'))
    await press('Confirm my email')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link has expired, was used before, or is incomplete.',
    )
    expect(screen.getByRole('link', { name: 'Log In' })).toBeTruthy()
    await press('Send a new link')
    await write('Email', 'grace@strata.example')
    await press('Send it again')
    expect(await screen.findByText(msg.msg)).toBeTruthy()
  })

  test('the screen keeps its address out of the Referer header', async () => {
    show(routerAt('/confirm-email/?token=tok'))
    await screen.findByRole('heading', { name: 'Confirm your email address' })
    await waitFor(() =>
      expect(document.querySelector('meta[name="referrer"]')?.getAttribute('content')).toBe('no-referrer'),
    )
  })
})
