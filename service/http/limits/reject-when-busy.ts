import type { Services } from '../../context.ts'
import { ServiceError } from '../../service-error.ts'
import { sentence } from '../../sentence.ts'

/**
 * Waiting statements per pool connection. A call waits several times; above this limit the waits add up to too long.
 */
const MOST_WAITING = 10

/** Rejects a call with 503 at once if its wait for the database would be too long. */
export function rejectWhenBusy({ $client: pool }: Services['db']): void {
  if (pool.waitingCount < pool.options.max * MOST_WAITING) return
  throw new ServiceError('unavailable', sentence`The service is busy. Try again in a second.`, {
    headers: { 'Retry-After': '1' },
  })
}
