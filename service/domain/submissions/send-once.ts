import type { Submission } from '#contract/submission-list.ts'
import type { Services } from '../../context.ts'
import { firstAnswer } from './create.ts'
import { findFormer, inFlight, type Intent } from './idempotency.ts'

/** Sends that this process works on: a twin is told at once, before anything is read. */
const working = new Set<string>()

/** Sends what was not sent before; else answers what the first send was answered. Without a key every send is its own. */
export async function sendOnce(
  services: Services,
  intent: Intent | null,
  send: () => Promise<Submission>,
): Promise<Submission> {
  if (!intent) return send()
  const former = await findFormer(services.db, intent)
  if (former !== null) return firstAnswer(services, former)
  const name = `${intent.userId}/${intent.key}`
  if (working.has(name)) throw inFlight()
  working.add(name)
  try {
    return await send()
  } finally {
    working.delete(name)
  }
}
