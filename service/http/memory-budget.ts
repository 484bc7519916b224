import { ServiceError } from '../service-error.ts'

/** The largest call that the contract allows (eleven files of a submission, 505 MiB) fits when nothing else is held. */
const MOST_BYTES = 640 * 2 ** 20

/** What one call holds of the budget. */
export interface HeldMemory {
  /** @throws ServiceError 'unavailable' when all calls together would hold more than there is. */
  take(bytes: number): void
  /** Gives everything back; harmless a second time. */
  release(): void
}

/** So many bytes of files may be in memory at once, whoever sends them: more would end the process for everybody. */
export function createMemoryBudget(mostBytes: number = MOST_BYTES): { hold(): HeldMemory } {
  let taken = 0
  return {
    hold() {
      let own = 0
      return {
        take(bytes) {
          if (taken + bytes > mostBytes)
            throw new ServiceError(
              'unavailable',
              'The service is busy with other large files at this moment. Please try again in a few seconds.',
              { headers: { 'Retry-After': '5' } },
            )
          taken += bytes
          own += bytes
        },
        release() {
          taken -= own
          own = 0
        },
      }
    },
  }
}
