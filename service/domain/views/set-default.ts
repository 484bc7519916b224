import { and, eq } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { default_views } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireList, requireView } from './internal.ts'

/** A person's own or a shared view as what a list opens with; null: nothing but the list's own order. */
export const setDefault = (
  db: Database,
  actor: Actor,
  { list, view_id }: { list: string; view_id: number | null },
): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    requireList(actor, list)
    if (view_id === null) {
      await tx
        .delete(default_views)
        .where(and(eq(default_views.user_id, actor.id), eq(default_views.list, list)))
      return { msg: 'This list opens without a view.' }
    }
    const view = await requireView(tx, actor, view_id)
    if (view.list !== list)
      throw new ServiceError('invalid', sentence`View ${view_id} belongs to another list.`)
    await tx
      .insert(default_views)
      .values({ user_id: actor.id, list, view_id })
      .onConflictDoUpdate({ target: [default_views.user_id, default_views.list], set: { view_id } })
    return { msg: `This list opens with '${view.name}'.` }
  })
