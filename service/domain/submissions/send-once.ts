import type { Submission } from '#contract/submissions/submission-list.ts'
import type { Services } from '../../context.ts'
import { firstAnswer } from './create.ts'
import { findPrevious, inFlight, type Intent } from './idempotency.ts'

/** Requests in progress in this process: a duplicate is rejected at once, before anything is read. */
const working = new Set<string>()

/** Sends a new request; a repeated one gets the first one's answer. Without a key every request is new. */
export async function sendOnce(
  services: Services,
  intent: Intent | null,
  send: () => Promise<Submission>,
): Promise<Submission> {
  if (!intent) return send()
  const previous = await findPrevious(services.db, intent)
  if (previous !== null) return firstAnswer(services, previous)
  const name = `${intent.userId}/${intent.key}`
  if (working.has(name)) throw inFlight()
  working.add(name)
  try {
    return await send()
  } finally {
    working.delete(name)
  }
}
