import { asc, eq, sql } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { place_group_versions, places } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { JsonText } from '../../json-text.ts'
import { simplifyInChild } from './run-outlines.ts'

/**
 * A version's polygons as a GeoJSON FeatureCollection, in file order; simplified with a `tolerance` in degrees.
 * Geometries are passed through from the database as JSON: parsing millions of positions would block everyone.
 */
export async function getPlaces(
  db: Executor,
  { id, tolerance }: { id: number; tolerance: number },
  caller: Caller,
): Promise<JsonText> {
  const [version] = await db
    .select({ id: place_group_versions.id })
    .from(place_group_versions)
    .where(eq(place_group_versions.id, id))
  if (!version) throw new ServiceError('not-found', `There is no place group version ${id}.`)
  const rows = await db
    .select({
      code: places.code,
      name: places.name,
      parent_code: places.parent_code,
      geometry: sql<string>`${places.geometry}::text`,
    })
    .from(places)
    .where(eq(places.version_id, id))
    .orderBy(asc(places.position))
  const geometries = rows.map(({ geometry }) => geometry)
  const drawn = tolerance > 0 ? await simplifyInChild(geometries, tolerance, caller) : geometries
  const features = rows.map(
    ({ code, name, parent_code }, i) =>
      `{"type":"Feature","properties":${JSON.stringify({ code, name, parent_code })},"geometry":${drawn[i]}}`,
  )
  return new JsonText(`{"type":"FeatureCollection","features":[${features.join(',')}]}`)
}
