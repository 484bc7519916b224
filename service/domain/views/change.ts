import { and, eq, ne } from '#drizzle'
import type { Body } from '#contract/endpoint.ts'
import type { SavedView, changeView } from '#contract/lists/saved-views.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { default_views, saved_views } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import {
  mayShare,
  mayNotShare,
  rejectTakenName,
  requireList,
  requireOwnView,
  requireView,
  validateQuery,
} from './internal.ts'

export function change(
  db: Database,
  actor: Actor,
  id: number,
  { name, query, shared }: Body<typeof changeView>,
): Promise<SavedView> {
  if (name === undefined && query === undefined && shared === undefined)
    throw new ServiceError('invalid', sentence`Say what to change: name, query, shared, or several of them.`)
  const changed = transactionWithAudit(db, async (tx) => {
    const view = await requireOwnView(tx, actor, id)
    if (shared && !view.shared && !mayShare(actor)) throw mayNotShare()
    await tx
      .update(saved_views)
      .set({
        name,
        query: query && validateQuery(requireList(actor, view.list), query),
        shared,
        updated_at: new Date(),
      })
      .where(eq(saved_views.id, id))
    // Nobody else can see it any more.
    if (shared === false)
      await tx
        .delete(default_views)
        .where(and(eq(default_views.view_id, id), ne(default_views.user_id, view.owner_id)))
    // An admin who stops sharing another person's view has changed it for the last time.
    return shared === false && view.owner_id !== actor.id
      ? { ...view, name: name ?? view.name, shared, is_default: false, may_change: false }
      : requireView(tx, actor, id)
  })
  return changed.catch((error: unknown) => rejectTakenName(error, name ?? ''))
}
