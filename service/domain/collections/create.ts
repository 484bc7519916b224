import { inArray } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import { bands, collection_bands, collections } from '../../db/schema.ts'
import { brokenConstraint, transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { findBandsWithGrid } from '../bands/with-grid.ts'
import { judgeBands } from './judge-bands.ts'

export interface NewCollection {
  name: string
  description?: string
  /** Names of bands, in their order. */
  bands: string[]
  population_band?: string
  createdBy: number | null
}

/** An ordered set of bands on one grid, none constant, each once. */
export async function createCollection(services: Services, input: NewCollection): Promise<{ id: number }> {
  const names = input.population_band ? [...input.bands, input.population_band] : input.bands
  const found = await findBandsWithGrid(services.db, inArray(bands.name, names.length > 0 ? names : ['']))
  const byName = new Map(found.map((band) => [band.name, band]))
  const faults: string[] = []
  for (const [i, name] of input.bands.entries()) {
    if (input.bands.indexOf(name) !== i) faults.push(`The band '${name}' stands twice.`)
  }
  for (const name of new Set(names)) {
    if (!byName.has(name)) faults.push(`The band '${name}' is not catalogued.`)
  }
  const members = input.bands.flatMap((name) => byName.get(name) ?? [])
  const population = input.population_band ? (byName.get(input.population_band) ?? null) : null
  if (faults.length === 0) faults.push(...judgeBands(members, population))
  if (faults.length > 0) {
    throw new ServiceError('invalid', `The collection '${input.name}' cannot be made: ${faults[0]}`, {
      errors: faults.map((message) => ({ field: 'bands', message })),
    })
  }
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
    if (brokenConstraint(error) === 'collections_name_key') {
      throw new ServiceError(
        'conflict',
        `A collection named '${input.name}' exists already; choose another name.`,
      )
    }
    throw error
  }
}
