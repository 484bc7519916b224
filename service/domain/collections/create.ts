import type { Services } from '../../context.ts'
import { collection_bands, collections } from '../../db/schema.ts'
import { brokenConstraint, transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { findMembers } from './find-members.ts'

export interface NewCollection {
  name: string
  description?: string
  /** Names of bands, in order. */
  bands: string[]
  population_band?: string
  createdBy: number | null
}

/** An ordered set of distinct bands on one grid, none constant. */
export async function createCollection(services: Services, input: NewCollection): Promise<{ id: number }> {
  const { members, population } = await findMembers(
    services.db,
    input.name,
    input.bands,
    input.population_band,
  )
  try {
    return await transaction(services.db, async (tx) => {
      const [row] = await tx
        .insert(collections)
        .values({
          name: input.name,
          description: input.description ?? '',
          population_band_id: population?.id ?? null,
          created_by: input.createdBy,
        })
        .returning({ id: collections.id })
      await tx
        .insert(collection_bands)
        .values(members.map((band, i) => ({ collection_id: row.id, position: i + 1, band_id: band.id })))
      return row
    })
  } catch (error) {
    throw rejectionOf(error, input.name)
  }
}

/** One sentence for a conflict with a concurrent call. */
export function rejectionOf(error: unknown, name: string): unknown {
  const broken = brokenConstraint(error)
  if (broken === 'collections_name_key')
    return new ServiceError('conflict', `A collection named '${name}' exists already; choose another name.`)
  if (broken === 'collection_bands_band_id_fkey' || broken === 'collections_population_band_id_fkey')
    return new ServiceError('conflict', 'One of the bands was removed in the meantime; choose again.')
  return error
}
