import { eq } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { worldpop_datasets as datasets } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { requireOwner } from '../../require-owner.ts'
import { getDataset } from './select-datasets.ts'

export async function remove({ db }: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  const now = await getDataset(db, id)
  requireOwner(actor, now.created_by, `the population dataset ${id}`)
  await transactionWithAudit(db, (tx) => tx.delete(datasets).where(eq(datasets.id, id)))
  return {
    msg: `The ${now.category} of ${now.country} in ${now.year} was removed; its raster is still available as asset ${now.asset_id}.`,
  }
}
