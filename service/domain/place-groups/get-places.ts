import type { Answer } from '#contract/endpoint.ts'
import type { getPlaces as getPlacesCall } from '#contract/place-groups.ts'
import { asc, eq } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { place_group_versions, places } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { simplifyBeside } from './outline-thread.ts'

/** The polygons of a version as a GeoJSON FeatureCollection, in the order of their file; simpler with a `tolerance` in degrees. */
export async function getPlaces(
  db: Executor,
  id: number,
  tolerance = 0,
): Promise<Answer<typeof getPlacesCall>> {
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
      geometry: places.geometry,
    })
    .from(places)
    .where(eq(places.version_id, id))
    .orderBy(asc(places.position))
  const geometries = rows.map(({ geometry }) => geometry)
  const drawn = tolerance > 0 ? await simplifyBeside(geometries, tolerance) : geometries
  return {
    type: 'FeatureCollection',
    features: rows.map(({ code, name, parent_code }, i) => ({
      type: 'Feature',
      properties: { code, name, parent_code },
      geometry: drawn[i],
    })),
  }
}
