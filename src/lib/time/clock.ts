import { createContext, useSyncExternalStore } from 'react'

const TICK_MS = 10_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  nowMs = Date.now()
  timer ??= setInterval(() => {
    nowMs = Date.now()
    for (const one of listeners) one()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The browser's time, updated every ten seconds; null while the page is rendered on the server or hydrates. */
export const useNowMs = (): number | null =>
  useSyncExternalStore<number | null>(
    subscribe,
    () => nowMs,
    () => null,
  )

/** The server's time when it rendered the page, for the first render in the browser. */
export const RenderedAt = createContext<number | null>(null)
