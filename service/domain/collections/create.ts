import type { Covariates } from '#contract/rasters/collections.ts'
import type { Services } from '../../context.ts'
import { collections } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { findMembers } from './find-members.ts'
import { insertVersion } from './insert-version.ts'

interface NewCollection {
  name: string
  description?: string
  bands: Covariates
  population_band?: string
  createdBy: number | null
}

/** An ordered set of distinct bands on one grid, none constant. */
export async function createCollection(services: Services, input: NewCollection): Promise<{ id: number }> {
  const members = await findMembers(services.db, input.name, input.bands, input.population_band)
  try {
    return await transactionWithAudit(services.db, async (tx) => {
      const [row] = await tx
        .insert(collections)
        .values({
          name: input.name,
          description: input.description ?? '',
          created_by: input.createdBy,
        })
        .returning({ id: collections.id })
      await insertVersion(tx, { collectionId: row.id, version: 1, createdBy: input.createdBy }, members)
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
    return new ServiceError(
      'conflict',
      sentence`A collection named '${name}' already exists; choose another name.`,
    )
  if (broken === 'collection_bands_band_id_fkey' || broken === 'collection_versions_population_band_id_fkey')
    return new ServiceError('conflict', sentence`One of the bands was removed in the meantime; choose again.`)
  return error
}
