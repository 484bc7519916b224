import { setTimeout as sleep } from 'node:timers/promises'
import { type TransientError, asTransientError } from './transient-error.ts'

export interface RetryLimits {
  /** Counted from the first failure; after this time the last error is thrown. */
  forMs: number
  /** The first pause; each is twice the previous one, up to the error's maximum. */
  pauseMs: number
}

/** Long enough for an operator to free some space. */
export const RETRY_LIMITS: RetryLimits = { forMs: 3_600_000, pauseMs: 1000 }

interface RetryOptions {
  limits: RetryLimits
  signal: AbortSignal
  onTransientError: (error: TransientError, tries: number) => void
  onRecovered?: () => void
}

/** Retries after a transient error, until it succeeds, the time is over, or the signal is aborted. */
export async function retryTransient<T>(
  act: () => Promise<T>,
  { limits, signal, onTransientError, onRecovered }: RetryOptions,
): Promise<T> {
  let since: number | null = null
  for (let tries = 1; ; tries++) {
    try {
      const result = await act()
      if (since !== null) onRecovered?.()
      return result
    } catch (error) {
      signal.throwIfAborted()
      const transient = asTransientError(error)
      if (!transient) throw error
      since ??= performance.now()
      const left = limits.forMs - (performance.now() - since)
      if (left <= 0) throw transient.error
      onTransientError(transient, tries)
      const pauseMs = Math.min(transient.pauseMs, limits.pauseMs * 2 ** Math.min(tries - 1, 20), left)
      await sleep(pauseMs, undefined, { signal })
    }
  }
}
