import { and, asc, eq, inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands, collection_bands, collection_versions } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type BandWithGrid, findBandsWithGrid } from '../bands/with-grid.ts'
import type { Dated } from './choose-years.ts'

export type Member = BandWithGrid & Dated

export interface FoundVersion {
  /** In order. */
  members: Member[]
  populationBandId: number | null
}

/** What a version of a collection contains; null if there is no such version. */
export async function findVersion(
  db: Executor,
  collectionId: number,
  version: number,
): Promise<FoundVersion | null> {
  const [found] = await db
    .select({ populationBandId: collection_versions.population_band_id })
    .from(collection_versions)
    .where(and(eq(collection_versions.collection_id, collectionId), eq(collection_versions.version, version)))
  if (!found) return null
  const order = await db
    .select({ id: collection_bands.band_id, series: collection_bands.series, year: collection_bands.year })
    .from(collection_bands)
    .where(and(eq(collection_bands.collection_id, collectionId), eq(collection_bands.version, version)))
    .orderBy(asc(collection_bands.position))
  const ids = order.map(({ id }) => id)
  const rows = ids.length > 0 ? await findBandsWithGrid(db, inArray(bands.id, ids)) : []
  const byId = new Map(rows.map((band) => [band.id, band]))
  const members = order.flatMap(({ id, series, year }) => {
    const band = byId.get(id)
    return band ? [{ ...band, series, year }] : []
  })
  return { members, ...found }
}

/** Like `findVersion`, for a version that a person named. */
export async function getVersion(
  db: Executor,
  { id, name }: { id: number; name: string },
  version: number,
): Promise<FoundVersion> {
  const found = await findVersion(db, id, version)
  if (found) return found
  throw new ServiceError('not-found', sentence`The collection '${name}' has no version ${version}.`)
}
