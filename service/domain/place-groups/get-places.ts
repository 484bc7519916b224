import { and, asc, between, eq, sql } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { place_group_versions, places } from '../../db/schema.ts'
import { JsonPieces, JsonText } from '../../json-text.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { placesInParts } from './places-in-parts.ts'
import { simplifyInChild } from './run-outlines.ts'

const HEAD = '{"type":"FeatureCollection","features":['
const TAIL = ']}'

/**
 * A version's polygons as a GeoJSON FeatureCollection, in file order; simplified with a `tolerance` in degrees.
 * Geometries are passed through from the database as JSON: parsing millions of positions would block everyone. Whole
 * outlines are read while they are sent: a reader may take minutes for tens of megabytes.
 */
export async function getPlaces(
  db: Executor,
  { id, tolerance }: { id: number; tolerance: number },
  caller: Caller,
): Promise<JsonText | JsonPieces> {
  const [version] = await db
    .select({ id: place_group_versions.id })
    .from(place_group_versions)
    .where(eq(place_group_versions.id, id))
  if (!version) throw new ServiceError('not-found', sentence`There is no place group version ${id}.`)
  if (tolerance > 0) return simplified(db, id, tolerance, caller)
  const { parts, largestBytes } = await placesInParts(db, id)
  async function* pieces() {
    yield HEAD
    for (const [i, part] of parts.entries()) {
      const features = (await selectPlaces(db, id, part)).map((row) => featureOf(row, row.geometry))
      // The version was deleted meanwhile: the connection ends, so that nobody takes the rest for the whole.
      if (features.length === 0) throw new ServiceError('not-found', sentence`Version ${id} was deleted.`)
      yield `${i === 0 ? '' : ','}${features.join(',')}`
    }
    yield TAIL
  }
  return new JsonPieces(pieces(), largestBytes)
}

async function simplified(db: Executor, id: number, tolerance: number, caller: Caller): Promise<JsonText> {
  let described: Described[] = []
  const load = async () => {
    const rows = await selectPlaces(db, id)
    // Their geometries need not be kept while they are simplified.
    described = rows.map(({ code, name, parent_code }) => ({ code, name, parent_code }))
    return rows.map(({ geometry }) => geometry)
  }
  const drawn = await simplifyInChild(load, tolerance, caller)
  return new JsonText(HEAD + described.map((row, i) => featureOf(row, drawn[i])).join(',') + TAIL)
}

const selectPlaces = (db: Executor, id: number, [first, last] = [0, MAX_POSITION]) =>
  db
    .select({
      code: places.code,
      name: places.name,
      parent_code: places.parent_code,
      geometry: sql<string>`${places.geometry}::text`,
    })
    .from(places)
    .where(and(eq(places.version_id, id), between(places.position, first, last)))
    .orderBy(asc(places.position))

const MAX_POSITION = 2 ** 31 - 1

type Described = Pick<typeof places.$inferSelect, 'code' | 'name' | 'parent_code'>

const featureOf = ({ code, name, parent_code }: Described, geometry: string) =>
  `{"type":"Feature","properties":${JSON.stringify({ code, name, parent_code })},"geometry":${geometry}}`
