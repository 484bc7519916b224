import { setTimeout as sleep } from 'node:timers/promises'
import { type PassingTrouble, passingTrouble } from './passing-trouble.ts'

export interface Patience {
  /** Counted from the first failure; after this time the last one is reported. */
  forMs: number
  /** The first pause; each is twice the previous one, up to the failure's maximum. */
  pauseMs: number
}

/** Long enough for an operator to free some space. */
export const PATIENCE: Patience = { forMs: 3_600_000, pauseMs: 1000 }

interface Waiting {
  patience: Patience
  signal: AbortSignal
  onTrouble: (trouble: PassingTrouble, tries: number) => void
  over?: () => void
}

/** Retries after a temporary failure, until it succeeds, patience ends, or the signal is aborted. */
export async function waitOut<T>(
  act: () => Promise<T>,
  { patience, signal, onTrouble, over }: Waiting,
): Promise<T> {
  let since: number | null = null
  for (let tries = 1; ; tries++) {
    try {
      const result = await act()
      if (since !== null) over?.()
      return result
    } catch (error) {
      signal.throwIfAborted()
      const trouble = passingTrouble(error)
      if (!trouble) throw error
      since ??= performance.now()
      const left = patience.forMs - (performance.now() - since)
      if (left <= 0) throw trouble.error
      onTrouble(trouble, tries)
      const pauseMs = Math.min(trouble.pauseMs, patience.pauseMs * 2 ** Math.min(tries - 1, 20), left)
      await sleep(pauseMs, undefined, { signal })
    }
  }
}
