import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, failureMessage, loginFailureMessage } from '~/api/api-error.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { clearSnackbar, showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Snackbar } from '~/components/shell/snackbar/snackbar.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'

const HINT = 'You are offline. Try again once you are connected.'
const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}
afterEach(() => act(clearSnackbar))

test.each([true, false])('shows the specified messages to the letter; connected: %s', (online) => {
  setOnline(online)
  for (const error of [new ApiError(0, ''), new TypeError('Failed to fetch'), new ApiError(500, '')]) {
    expect(failureMessage(error)).toBe('Something went wrong, please try again')
    expect(loginFailureMessage(error)).toBe('Something went wrong, please try again.')
  }
  const said = new ApiError(409, 'The job has ended.')
  expect(failureMessage(said)).toBe('The job has ended.')
  expect(loginFailureMessage(said)).toBe('The job has ended.')
})

test('adds that there is no connection, for as long as there is none', () => {
  render(<Snackbar />)
  setOnline(false)
  act(() => showFailure(new ApiError(0, '')))
  expect(screen.getByText('Something went wrong, please try again')).toBeTruthy()
  expect(screen.getByText(HINT)).toBeTruthy()
  setOnline(true)
  expect(screen.queryByText(HINT)).toBeNull()
  setOnline(false)
  act(() => showSnackbar({ color: 'success', message: 'Saved' }))
  expect(screen.queryByText(HINT)).toBeNull()
})

test('says the same on a screen that could not be loaded', () => {
  render(<ErrorState error={new ApiError(0, '')} />)
  expect(screen.queryByText(HINT)).toBeNull()
  setOnline(false)
  expect(screen.getByText('Something went wrong, please try again')).toBeTruthy()
  expect(screen.getByText(HINT)).toBeTruthy()
})
