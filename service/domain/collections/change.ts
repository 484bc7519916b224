import type { Body } from '#contract/endpoint.ts'
import type { Collection } from '#contract/collection-list.ts'
import type { changeCollection } from '#contract/collections.ts'
import { eq } from 'drizzle-orm'
import type { Actor, Services } from '../../context.ts'
import { collection_bands, collections } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { requireOwner } from '../assets/remove.ts'
import { rejectionOf } from './create.ts'
import { findMembers } from './find-members.ts'
import { getCollection } from './select-collections.ts'

/**
 * Name and description can always be changed. The contents only before the first job was run with them: results name
 * their covariates.
 */
export async function change(
  { db }: Services,
  actor: Actor,
  id: number,
  changes: Body<typeof changeCollection>,
): Promise<Collection> {
  try {
    await transaction(db, async (tx) => {
      await tx.select({ id: collections.id }).from(collections).where(eq(collections.id, id)).for('update')
      const now = await getCollection(tx, id)
      requireOwner(actor, now.created_by, `the band collection ${id}`)
      const { name, description, bands, population_band } = changes
      const content = bands !== undefined || population_band !== undefined
      if (content) requireUnused(now, 'its bands stay as they are; make a new collection')
      const set: Partial<typeof collections.$inferInsert> = { name, description }
      if (content) {
        const { members, population } = await findMembers(
          tx,
          name ?? now.name,
          bands ?? now.bands.map((band) => band.name),
          population_band === undefined ? now.population_band?.name : (population_band ?? undefined),
        )
        set.population_band_id = population?.id ?? null
        await tx.delete(collection_bands).where(eq(collection_bands.collection_id, id))
        await tx
          .insert(collection_bands)
          .values(members.map((band, i) => ({ collection_id: id, position: i + 1, band_id: band.id })))
      }
      if (Object.values(set).some((value) => value !== undefined))
        await tx.update(collections).set(set).where(eq(collections.id, id))
    })
  } catch (error) {
    throw rejectionOf(error, changes.name ?? '')
  }
  return getCollection(db, id)
}

export function requireUnused({ name, jobs }: Collection, therefore: string): void {
  if (jobs === 0) return
  throw new ServiceError(
    'conflict',
    `${jobs < 1000 ? jobs : '1000 or more'} ${jobs === 1 ? 'job was' : 'jobs were'} run with the collection '${name}', so ${therefore}.`,
  )
}
