import { useEffect, useState } from 'react'

/** Typing pauses for at least this long before a search is sent. */
export const TYPING_MS = 250

/**
 * The value once it has not changed for a while: a moving mouse causes one request, not one per pixel. The key
 * identifies the value; null is applied at once.
 */
export function useSettled<T>(value: T, key: string | null, delayMs = 150): T {
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    if (settled.key === key) return undefined
    const timer = setTimeout(() => setSettled({ key, value }), key === null ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [key, settled.key, value, delayMs])
  return settled.value
}
