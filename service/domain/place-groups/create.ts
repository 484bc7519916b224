import { and, eq, ne } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import { countries, place_group_versions, places } from '../../db/schema.ts'
import { brokenConstraint, transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { type PlaceProperties, readPolygons } from './read-polygons.ts'

export interface NewPlaceGroup {
  iso3_code: string
  place_type: 'adm0' | 'adm1' | 'adm2'
  version: string
  is_default: boolean
  properties: PlaceProperties
  file: { name: string; content: Buffer }
}

/** A version of a country's admin units; when it is the default, the former default gives way. */
export async function createPlaceGroup(
  services: Services,
  input: NewPlaceGroup,
): Promise<{ id: number; places: number }> {
  const found = readPolygons(input.file.content, input.properties, input.file.name)
  const { iso3_code, place_type, version, is_default } = input
  const [country] = await services.db.select().from(countries).where(eq(countries.iso3_code, iso3_code))
  if (!country) throw new ServiceError('invalid', `The country '${iso3_code}' is not known.`)
  try {
    return await transaction(services.db, async (tx) => {
      if (is_default) {
        await tx
          .update(place_group_versions)
          .set({ is_default: false })
          .where(
            and(
              eq(place_group_versions.iso3_code, iso3_code),
              eq(place_group_versions.place_type, place_type),
              ne(place_group_versions.version, version),
            ),
          )
      }
      const [row] = await tx
        .insert(place_group_versions)
        .values({ iso3_code, place_type, version, is_default })
        .returning({ id: place_group_versions.id })
      for (let from = 0; from < found.length; from += 500) {
        await tx
          .insert(places)
          .values(
            found
              .slice(from, from + 500)
              .map((place, i) => ({ ...place, version_id: row.id, position: from + i + 1 })),
          )
      }
      return { id: row.id, places: found.length }
    })
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('place_group_versions_iso3_code')) {
      throw new ServiceError(
        'conflict',
        `The version '${version}' of ${place_type} of ${iso3_code} exists already; choose another name.`,
      )
    }
    throw error
  }
}
