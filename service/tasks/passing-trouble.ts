import { databaseCode, isDatabaseAway } from '../database-error.ts'
import { isFull } from '../files/is-full.ts'
import { ServiceError } from '../service-error.ts'

export interface PassingTrouble {
  /** What the row of the job tells meanwhile. */
  step: string
  /** What is told of the layer when waiting was in vain. */
  error: unknown
  /** The longest pause between two tries. */
  pauseMs: number
}

export const NO_ROOM_TO_WORK =
  'Not enough storage is left on the machine that computes. Ask the operator of the service to free some, then run the layer again.'

/** Beyond this a claim would be lost while the database is there again: others look after it every 4 s. */
const CLAIM_PAUSE_MS = 2000
const PAUSE_MS = 30_000

/** Trouble that no change of the layer would mend, and that somebody else will: null for everything else. */
export function passingTrouble(error: unknown): PassingTrouble | null {
  if (isFull(error))
    return {
      step: 'Waiting: no storage is left',
      error: new ServiceError('no-storage', NO_ROOM_TO_WORK),
      pauseMs: PAUSE_MS,
    }
  if (error instanceof ServiceError) {
    if (error.kind === 'no-storage') return { step: 'Waiting: no storage is left', error, pauseMs: PAUSE_MS }
    if (error.kind === 'unavailable')
      return { step: 'Waiting for the store of the files', error, pauseMs: PAUSE_MS }
    return null
  }
  // 53100: its disk is full; what was begun is undone.
  if (databaseCode(error) === '53100' || isDatabaseAway(error))
    return { step: 'Waiting for the database', error, pauseMs: CLAIM_PAUSE_MS }
  return null
}
