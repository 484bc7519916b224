import type { Collection } from '#contract/rasters/collection-list.ts'
import { eq, inArray } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { bands, collections } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { findBandsWithGrid } from '../bands/with-grid.ts'
import { getVersion } from './find-version.ts'
import { insertVersion } from './insert-version.ts'
import { lockCollection } from './lock-collection.ts'
import { getCollection } from './select-collections.ts'

/** A new version with the contents of an older one, the years of its series included. */
export async function restoreVersion(
  { db }: Services,
  actor: Actor,
  { id, version }: { id: number; version: number },
  expected: number | undefined,
): Promise<Collection> {
  await transactionWithAudit(db, async (tx) => {
    const now = await lockCollection(tx, actor, id, expected)
    const { members, populationBandId } = await getVersion(tx, now, version)
    if (version === now.version)
      throw new ServiceError(
        'conflict',
        sentence`Version ${version} is the current version of '${now.name}'.`,
      )
    const [population = null] =
      populationBandId === null ? [] : await findBandsWithGrid(tx, inArray(bands.id, [populationBandId]))
    const next = now.version + 1
    await insertVersion(
      tx,
      { collectionId: id, version: next, createdBy: actor.id, restoredFrom: version },
      { members, population },
    )
    await tx.update(collections).set({ version: next }).where(eq(collections.id, id))
  })
  return getCollection(db, id)
}
