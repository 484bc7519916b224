import { eq } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { saved_views } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { requireOwnView } from './internal.ts'

export const remove = (db: Database, actor: Actor, id: number): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    const { name } = await requireOwnView(tx, actor, id)
    await tx.delete(saved_views).where(eq(saved_views.id, id))
    return { msg: `The view '${name}' was deleted.` }
  })
