import type { Body } from '#contract/endpoint.ts'
import type { processAsset } from '#contract/processed.ts'
import { eq } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { collections, countries } from '../../db/schema.ts'
import { type Bounds, subgrid, windowOf } from '../../raster/grid.ts'
import { referenceGridOver } from '../../raster/reference-grid.ts'
import type { TargetGrid } from '../../raster/to-reference-grid.ts'
import { ServiceError } from '../../service-error.ts'
import { findVersion } from '../collections/find-version.ts'
import { expectCountry } from '../rasters/expect-country.ts'

const WGS84 = 4326

/**
 * The cells of the result: those of a collection or of the reference grid, all of them or the part over a country;
 * undefined: the part of the reference grid under the raster.
 */
export async function chooseGrid(
  db: Executor,
  { collection_id, iso3_code }: Pick<Body<typeof processAsset>, 'collection_id' | 'iso3_code'>,
  caller: Caller,
): Promise<TargetGrid | undefined> {
  const collection = collection_id === undefined ? undefined : await gridOfCollection(db, collection_id)
  if (iso3_code === undefined) return collection?.grid
  const { name, bounds } = await boxOf(db, iso3_code, caller)
  if (!collection) return { ...referenceGridOver(bounds), crs: WGS84 }
  const window = windowOf(collection.grid, bounds)
  if (window) return { ...subgrid(collection.grid, window), crs: WGS84 }
  throw invalid(
    `The collection '${collection.name}' does not cover ${name}. Choose another country, or none.`,
  )
}

/** Every collection has a first band, which is north-up in EPSG:4326. */
async function gridOfCollection(db: Executor, id: number): Promise<{ name: string; grid: TargetGrid }> {
  const [collection] = await db.select().from(collections).where(eq(collections.id, id))
  const found = collection && (await findVersion(db, id, collection.version))
  if (!found) throw new ServiceError('not-found', `There is no band collection ${id}.`)
  const { width, height, affine } = found.members[0].grid
  return { name: collection.name, grid: { width, height, affine, crs: WGS84 } }
}

/** In degrees: around the catalogued outlines, else as the table of countries has it. */
async function boxOf(
  db: Executor,
  iso3_code: string,
  caller: Caller,
): Promise<{ name: string; bounds: Bounds }> {
  const { country } = await expectCountry(db, iso3_code, caller)
  const { name, bounds: ofOutlines } = country!
  const box = ofOutlines ?? (await listedBox(db, iso3_code))
  if (!box)
    throw invalid(`The extent of ${name} is not known. Import its outlines, or process the whole raster.`)
  if (box[0] < box[2]) return { name, bounds: box }
  throw invalid(`${name} crosses 180°, so no box can be cut. Process the whole raster.`)
}

async function listedBox(db: Executor, iso3_code: string): Promise<Bounds | null> {
  const [{ bounds }] = await db.select().from(countries).where(eq(countries.iso3_code, iso3_code))
  return bounds as Bounds | null
}

const invalid = (message: string) =>
  new ServiceError('invalid', message, { errors: [{ field: 'iso3_code', message }] })
