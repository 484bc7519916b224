import { and, eq, sql } from '#drizzle'
import type { Body } from '#contract/endpoint.ts'
import { MAX_VIEWS, type SavedView, type createView } from '#contract/lists/saved-views.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { saved_views, users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import {
  mayShare,
  mayNotShare,
  rejectTakenName,
  requireList,
  requireView,
  validateQuery,
} from './internal.ts'

export function create(
  db: Database,
  actor: Actor,
  { list: name, ...view }: Body<typeof createView>,
): Promise<SavedView> {
  const list = requireList(actor, name)
  if (view.shared && !mayShare(actor)) throw mayNotShare()
  const values = { ...view, query: validateQuery(list, view.query), list: name, owner_id: actor.id }
  const made = transactionWithAudit(db, async (tx) => {
    // Concurrent calls of one person are counted one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('update')
    const [{ count }] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(saved_views)
      .where(and(eq(saved_views.owner_id, actor.id), eq(saved_views.list, name)))
    if (count >= MAX_VIEWS)
      throw new ServiceError(
        'conflict',
        sentence`You have reached the limit of ${fixed(MAX_VIEWS)} views of this list. Delete one first.`,
      )
    const [{ id }] = await tx.insert(saved_views).values(values).returning({ id: saved_views.id })
    return requireView(tx, actor, id)
  })
  return made.catch((error: unknown) => rejectTakenName(error, view.name))
}
