import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTime } from '~/components/ui/relative-time.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('updates automatically, with one timer for many', () => {
  const { unmount } = render(
    <>
      <RelativeTime iso="2026-11-20T10:00:00Z" />
      <RelativeTime iso="2026-11-20T09:59:30Z" />
    </>,
  )
  expect(screen.getByText('0 Seconds ago')).toBeTruthy()
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByText('10 Seconds ago')).toBeTruthy()
  expect(screen.getByText('40 Seconds ago')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getAllByText('1 Minute ago')).toHaveLength(2)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('shows no negative time for the future, and nothing for an invalid time', () => {
  render(<RelativeTime iso="2026-11-20T10:00:05Z" />)
  expect(screen.getByText('0 Seconds ago').closest('time')?.getAttribute('datetime')).toBe(
    '2026-11-20T10:00:05Z',
  )
})
