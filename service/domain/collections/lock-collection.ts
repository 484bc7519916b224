import type { Collection } from '#contract/rasters/collection-list.ts'
import { eq } from '#drizzle'
import type { Actor } from '../../context.ts'
import { collections } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import { requireOwner } from '../../require-owner.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getCollection } from './select-collections.ts'

/** Concurrent changes and submissions wait. `version` is the one that the person saw; a newer one is a conflict. */
export async function lockCollection(
  tx: Transaction,
  actor: Actor,
  id: number,
  version?: number,
): Promise<Collection> {
  await tx.select({ id: collections.id }).from(collections).where(eq(collections.id, id)).for('update')
  const now = await getCollection(tx, id)
  requireOwner(actor, now.created_by, `the band collection ${id}`)
  if (version !== undefined && version !== now.version) {
    throw new ServiceError(
      'conflict',
      sentence`The collection '${now.name}' was changed in the meantime: it is at version ${now.version}, not ${version}. Reload it, then repeat your change.`,
    )
  }
  return now
}
