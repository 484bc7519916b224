import type { Body } from '#contract/endpoint.ts'
import type { processAsset } from '#contract/rasters/processed.ts'
import { eq } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { collections, countries } from '../../db/schema.ts'
import { type Bounds, subgrid, windowOf } from '../../raster/grid.ts'
import { referenceGridOver } from '../../raster/grids/reference-grid.ts'
import type { Gap, TargetGrid } from '../../raster/warp/to-reference-grid.ts'
import { type Sentence, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getVersion } from '../collections/find-version.ts'
import { expectCountry } from '../rasters/expect-country.ts'

const WGS84 = 4326

interface ChosenGrid {
  /** Undefined: the part of the reference grid under the raster. */
  grid?: TargetGrid
  /** The longitudes between the parts of a country on both sides of 180°. */
  gap?: Gap
  /** Version of the collection that the grid comes from. */
  version?: number
}

type Target = Pick<Body<typeof processAsset>, 'collection_id' | 'collection_version' | 'iso3_code'>

/** The cells of the result: those of a collection or of the reference grid, all of them or the part over a country. */
export async function chooseGrid(
  db: Executor,
  { collection_id, collection_version, iso3_code }: Target,
  caller: Caller,
): Promise<ChosenGrid> {
  if (collection_id === undefined && collection_version !== undefined)
    throw invalid(
      sentence`A version belongs to a collection: give the collection, too.`,
      'collection_version',
    )
  const collection =
    collection_id === undefined ? undefined : await gridOfCollection(db, collection_id, collection_version)
  if (iso3_code === undefined) return { ...collection }
  const { name, bounds, gap } = await boxOf(db, iso3_code, caller)
  if (!collection) return { grid: { ...referenceGridOver(bounds), crs: WGS84 }, gap }
  const { grid, version } = collection
  const window = windowOf(grid, bounds)
  if (window) return { grid: { ...subgrid(grid, window), crs: WGS84 }, gap, version }
  throw invalid(
    sentence`The collection '${collection.name}' does not cover ${name}. Choose another country, or none.`,
  )
}

/** Every collection has a first band, which is north-up in EPSG:4326. */
async function gridOfCollection(db: Executor, id: number, asked?: number) {
  const [collection] = await db.select().from(collections).where(eq(collections.id, id))
  if (!collection) throw new ServiceError('not-found', sentence`There is no band collection ${id}.`)
  const version = asked ?? collection.version
  const { width, height, affine } = (await getVersion(db, collection, version)).members[0].grid
  const grid: TargetGrid = { width, height, affine, crs: WGS84 }
  return { name: collection.name, version, grid }
}

/**
 * In degrees: around the catalogued outlines, else as the table of countries has it. Of a country on both sides of 180°,
 * all longitudes, without the gap between its parts.
 */
async function boxOf(
  db: Executor,
  iso3_code: string,
  caller: Caller,
): Promise<{ name: string; bounds: Bounds; gap?: Gap }> {
  const { country } = await expectCountry(db, iso3_code, caller)
  const { name, bounds: ofOutlines } = country!
  const box = ofOutlines ?? (await listedBox(db, iso3_code))
  if (!box)
    throw invalid(
      sentence`The extent of ${name} is not known. Import its outlines, or process the whole raster.`,
    )
  const [west, south, east, north] = box
  if (west < east) return { name, bounds: box }
  return { name, bounds: [-180, south, 180, north], gap: [east, west] }
}

async function listedBox(db: Executor, iso3_code: string): Promise<Bounds | null> {
  const [{ bounds }] = await db.select().from(countries).where(eq(countries.iso3_code, iso3_code))
  return bounds as Bounds | null
}

const invalid = (message: Sentence, field = 'iso3_code') => new ServiceError('invalid', message, { field })
