import { eq } from 'drizzle-orm'
import type { Actor, Services } from '../../context.ts'
import { collections } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { requireOwner } from '../assets/remove.ts'
import { requireUnused } from './change.ts'
import { getCollection } from './select-collections.ts'

export function remove({ db }: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  return transaction(db, async (tx) => {
    await tx.select({ id: collections.id }).from(collections).where(eq(collections.id, id)).for('update')
    const now = await getCollection(tx, id)
    requireOwner(actor, now.created_by, `the band collection ${id}`)
    requireUnused(now, 'it stays')
    await tx.delete(collections).where(eq(collections.id, id))
    return { msg: `The band collection '${now.name}' was removed.` }
  })
}
