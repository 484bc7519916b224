import type { Services } from '../context.ts'
import { ServiceError } from '../service-error.ts'

/** Waiting statements for each connection of the pool. A call takes several turns; with more before it, they add up to too long. */
const MOST_WAITING = 10

/** Says 503 at once where waiting for the database would end in one anyway. */
export function refuseCrowd({ $client: pool }: Services['db']): void {
  if (pool.waitingCount < pool.options.max * MOST_WAITING) return
  throw new ServiceError('unavailable', 'Too many calls wait at this moment. Please try again in a second.', {
    headers: { 'Retry-After': '1' },
  })
}
