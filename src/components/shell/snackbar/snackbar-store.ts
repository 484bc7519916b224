import { useSyncExternalStore } from 'react'

type SnackbarColor = 'success' | 'error' | 'warning' | 'info'
export interface SnackbarMessage {
  color: SnackbarColor
  message: string
  /** Milliseconds. */
  timeout?: number
  action?: { label: string; onClick: () => void }
}

export const SNACKBAR_TIMEOUT_MS = 10_000

// One per browser tab; never written on the server.
let current: (SnackbarMessage & { key: number }) | null = null
let count = 0
const listeners = new Set<() => void>()

function set(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

/** An empty message closes the snackbar. */
export function showSnackbar(message: SnackbarMessage): void {
  if (typeof window === 'undefined') return
  count += 1
  set(message.message === '' ? null : { ...message, key: count })
}

export function clearSnackbar(): void {
  set(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSnackbar() {
  const message = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  return { message, show: showSnackbar, clear: clearSnackbar }
}
