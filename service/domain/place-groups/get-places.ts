import type { Answer } from '#contract/endpoint.ts'
import type { getPlaces as getPlacesCall } from '#contract/place-groups.ts'
import { asc, eq } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { place_group_versions, places } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'

/** The polygons of a version as a GeoJSON FeatureCollection, in the order of their file. */
export async function getPlaces(db: Executor, id: number): Promise<Answer<typeof getPlacesCall>> {
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
  return {
    type: 'FeatureCollection',
    features: rows.map(({ geometry, ...properties }) => ({ type: 'Feature', properties, geometry })),
  }
}
