import { databaseCode, isDatabaseAway } from '../database-error.ts'
import { isFull } from '../files/is-full.ts'
import { ServiceError } from '../service-error.ts'

export interface TransientError {
  /** Shown on the job's row in the meantime. */
  step: string
  /** The layer's error if waiting did not help. */
  error: unknown
  /** The longest pause between two attempts. */
  pauseMs: number
}

export const OUT_OF_STORAGE =
  'The worker is out of storage. Ask the operator of the service to free some, then run the layer again.'

/** With a longer pause, a claim would be lost while the database is available again: others check it every 4 s. */
const CLAIM_PAUSE_MS = 2000
const PAUSE_MS = 30_000

/** A full disk, a statement or lock that took too long, a serialisation failure, a deadlock: nothing was written. */
const ROLLED_BACK = new Set(['53100', '57014', '55P03', '40001', '40P01'])

/** A temporary failure that the layer did not cause and that others will fix: null for everything else. */
export function asTransientError(error: unknown): TransientError | null {
  if (isFull(error))
    return {
      step: 'Waiting for free storage',
      error: new ServiceError('no-storage', OUT_OF_STORAGE),
      pauseMs: PAUSE_MS,
    }
  if (error instanceof ServiceError) {
    if (error.kind === 'no-storage') return { step: 'Waiting for free storage', error, pauseMs: PAUSE_MS }
    if (error.kind === 'unavailable') return { step: 'Waiting for the file store', error, pauseMs: PAUSE_MS }
    return null
  }
  if (ROLLED_BACK.has(databaseCode(error) ?? '') || isDatabaseAway(error))
    return { step: 'Waiting for the database', error, pauseMs: CLAIM_PAUSE_MS }
  return null
}
