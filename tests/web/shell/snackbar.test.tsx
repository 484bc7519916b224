import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { showFailure, withSnackbar } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { clearSnackbar, showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { Snackbar } from '~/components/shell/snackbar/snackbar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  clearSnackbar()
})
afterEach(() => vi.useRealTimers())

const say = (message: string, timeout?: number) => {
  act(() => showSnackbar({ color: 'info', message, timeout }))
}
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('closes automatically after 10 s, or after the message’s own time', () => {
  render(<Snackbar />)
  say('Saved')
  pass(9_999)
  expect(screen.getByText('Saved')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
  say('Quick', 500)
  pass(500)
  expect(screen.queryByText('Quick')).toBeNull()
})

test('closes when the message is cleared, and with its button', () => {
  render(<Snackbar />)
  say('One')
  say('')
  expect(screen.queryByText('One')).toBeNull()
  say('Two')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Two')).toBeNull()
})

test('pauses while the pointer is over it, and only for that message', () => {
  const { container } = render(<Snackbar />)
  say('Read me')
  fireEvent.pointerEnter(container.querySelector('output > div')!)
  pass(60_000)
  expect(screen.getByText('Read me')).toBeTruthy()
  say('Next')
  pass(10_000)
  expect(screen.queryByText('Next')).toBeNull()
})

test('announces messages politely', () => {
  const { container } = render(<Snackbar />)
  expect(container.querySelector('output')?.getAttribute('aria-live')).toBe('polite')
})

test('the promise helper shows msg, detail or the generic message', async () => {
  render(<Snackbar />)
  await act(() => withSnackbar(Promise.resolve({ msg: 'Job cancelled.' })))
  expect(screen.getByText('Job cancelled.')).toBeTruthy()
  await act(async () => {
    const ended = new ApiError(409, 'The job has ended.')
    await expect(withSnackbar(Promise.reject(ended))).rejects.toBe(ended)
  })
  expect(screen.getByText('The job has ended.')).toBeTruthy()
  await act(() => withSnackbar(Promise.reject(new Error('secret path /etc'))).catch(() => undefined))
  expect(screen.getByText('Something went wrong, please try again')).toBeTruthy()
  act(clearSnackbar)
  act(() => showFailure(new ApiError(403, 'Could not validate credentials')))
  expect(screen.queryByText('Could not validate credentials')).toBeNull()
})
