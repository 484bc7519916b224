import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

/** The contract's largest call (eleven files of a submission, 505 MiB) fits if nothing else is held. */
const MOST_BYTES = 640 * 2 ** 20

/** The part of the budget that one call holds. */
export interface HeldMemory {
  /**
   * @throws ServiceError 'too-many' if the person would hold more than their share in several calls, 'unavailable' if
   * all calls together would exceed the budget.
   */
  take(bytes: number): void
  /** Releases everything; safe to call twice. */
  release(): void
}

export interface MemoryBudget {
  /** For a call by this person; null: anonymous callers, who share one share. */
  hold(personId: number | null): HeldMemory
}

const soon = { headers: { 'Retry-After': '5' } }

/**
 * The bytes of files and answers that may be in memory at once, over all callers: more would crash the process for
 * everyone. One call may be as large as the contract allows; several calls by one person hold at most half together.
 */
export function createMemoryBudget(mostBytes: number = MOST_BYTES): MemoryBudget {
  let taken = 0
  const byPerson = new Map<number | null, number>()
  return {
    hold(personId) {
      let own = 0
      return {
        take(bytes) {
          const theirs = byPerson.get(personId) ?? 0
          if (theirs > own && theirs + bytes > mostBytes / 2)
            throw new ServiceError(
              'too-many',
              sentence`Your previous large files or answers are still being transferred. Try again when they have finished.`,
              soon,
            )
          if (taken + bytes > mostBytes)
            throw new ServiceError(
              'unavailable',
              sentence`The service is busy with other large files or answers at this moment. Try again in a few seconds.`,
              soon,
            )
          taken += bytes
          own += bytes
          byPerson.set(personId, theirs + bytes)
        },
        release() {
          taken -= own
          const left = (byPerson.get(personId) ?? 0) - own
          if (left > 0) byPerson.set(personId, left)
          else byPerson.delete(personId)
          own = 0
        },
      }
    },
  }
}

export const wholeProcess = createMemoryBudget()
