import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { RenderedAt } from '~/lib/time/clock.ts'

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

test('the server renders the same words by its own clock, and a plain date for what is older than a week', () => {
  const page = renderToString(
    <RenderedAt value={Date.parse('2026-11-20T10:00:00Z')}>
      <RelativeTime iso="2026-11-20T09:51:00Z" />
      <RelativeTime iso="2026-11-13T10:00:00Z" />
      <RelativeTime iso="soon" />
    </RenderedAt>,
  )
  expect([...page.matchAll(/<span>(.*?)<\/span>/g)].map(([, words]) => words)).toEqual([
    '9 Minutes ago',
    '2026-11-13',
    'soon',
  ])
})
