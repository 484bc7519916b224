import type { Services } from '../context.ts'
import { ServiceError } from '../service-error.ts'

/**
 * Waiting statements per pool connection. A call waits several times; above this limit the waits add up to too long.
 */
const MOST_WAITING = 10

/** Answers 503 at once if waiting for the database would end in 503 anyway. */
export function rejectCrowd({ $client: pool }: Services['db']): void {
  if (pool.waitingCount < pool.options.max * MOST_WAITING) return
  throw new ServiceError('unavailable', 'The service is busy. Try again in a second.', {
    headers: { 'Retry-After': '1' },
  })
}
