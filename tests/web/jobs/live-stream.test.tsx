import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveJobs } from '~/components/jobs/list/live-jobs.ts'
import { FakeEventSource } from '../support/submission-fakes.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A screen that shows live jobs, with the number of its refetches. */
function open() {
  const client = new QueryClient()
  const refetch = vi.spyOn(client, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(() => useLiveJobs(), { wrapper })
  const refetches = () =>
    refetch.mock.calls.filter(([filters]) => String(filters?.queryKey) === 'jobs,list').length
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const source = () => FakeEventSource.all.at(-1)!
  return { liveness: () => result.current, refetches, pass, source, unmount }
}

test('the list polls while the stream connects, and while an open one is silent', async () => {
  const { liveness, refetches, pass, source } = open()
  expect(liveness()).toBe('connecting')
  await pass(3000)
  expect([liveness(), refetches()]).toEqual(['polling', 1])
  // A proxy that buffers sends the head only.
  act(() => source().say('open'))
  await pass(3000)
  expect([liveness(), refetches()]).toEqual(['polling', 2])
})

test.each<[string, (source: FakeEventSource) => void]>([
  ['a heartbeat', (source) => source.heartbeat()],
  ['an event', (source) => source.job({ id: 7 })],
])('%s makes it live: the list catches up once and polls no longer', async (_, arrive) => {
  const { liveness, refetches, pass, source } = open()
  act(() => source().say('open'))
  expect(liveness()).toBe('connecting')
  act(() => source().heartbeat())
  act(() => arrive(source()))
  expect(liveness()).toBe('live')
  const before = refetches()
  act(() => source().heartbeat())
  await pass(14_000)
  act(() => source().heartbeat())
  await pass(14_000)
  expect(refetches() - before).toBeLessThanOrEqual(1)
  expect(liveness()).toBe('live')
})

test('without a sign of life for 30 seconds the stream is dead: the list polls, and another stream is opened', async () => {
  const { liveness, refetches, pass, source } = open()
  act(() => source().heartbeat())
  const [first, before] = [source(), refetches()]
  await pass(29_900)
  expect([liveness(), refetches()]).toEqual(['live', before])
  await pass(100)
  expect(liveness()).toBe('polling')
  expect(first.readyState).toBe(FakeEventSource.CLOSED)
  await pass(9000)
  expect(refetches()).toBe(before + 3)
  expect(FakeEventSource.all).toHaveLength(1)
  await pass(1000)
  expect(FakeEventSource.all).toHaveLength(2)
  expect(liveness()).toBe('polling')
  act(() => source().heartbeat())
  expect(liveness()).toBe('live')
})

test('a stream that never connects is given up and opened again, one at a time', async () => {
  const { pass, refetches } = open()
  await pass(125_000)
  expect(FakeEventSource.all).toHaveLength(4)
  expect(FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)).toHaveLength(
    1,
  )
  expect(refetches()).toBe(41)
})

test('a hidden tab is not live, and neither is one that is shown again until something arrives', async () => {
  const { liveness, refetches, pass, source } = open()
  act(() => source().heartbeat())
  const show = (state: string) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  show('hidden')
  const before = refetches()
  await pass(60_000)
  expect(refetches()).toBe(before)
  show('visible')
  expect(liveness()).toBe('connecting')
  act(() => source().heartbeat())
  expect([liveness(), refetches()]).toEqual(['live', before + 1])
})

test('nothing goes on after the screen is left', async () => {
  const { pass, refetches, source, unmount } = open()
  act(() => source().say('error'))
  unmount()
  await pass(60_000)
  expect(refetches()).toBe(0)
  expect(FakeEventSource.all).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
