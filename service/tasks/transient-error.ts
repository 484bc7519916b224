import { databaseCode, isDatabaseAway } from '../database-error.ts'
import { asSystemError } from '../system-error.ts'
import { fixed } from '../sentence.ts'
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

/** An error of the file system that the worker itself met: it is the worker's disk that is full. */
export function asWorkerError(error: unknown): ServiceError | null {
  const known = asSystemError(error)
  return known?.kind === 'no-storage' ? new ServiceError('no-storage', fixed(OUT_OF_STORAGE)) : known
}

/** A temporary failure that the layer did not cause and that others will fix: null for everything else. */
export function asTransientError(error: unknown): TransientError | null {
  const known = error instanceof ServiceError ? error : asWorkerError(error)
  if (known?.kind === 'no-storage')
    return { step: 'Waiting for free storage', error: known, pauseMs: PAUSE_MS }
  if (known?.kind === 'unavailable')
    return { step: 'Waiting for the file store', error: known, pauseMs: PAUSE_MS }
  if (known) return null
  if (ROLLED_BACK.has(databaseCode(error) ?? '') || isDatabaseAway(error))
    return { step: 'Waiting for the database', error, pauseMs: CLAIM_PAUSE_MS }
  return null
}
