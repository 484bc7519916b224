import { and, asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { place_group_versions } from '../../db/schema.ts'

export type PlaceType = 'adm0' | 'adm1' | 'adm2'
export interface CountryVersion {
  id: number
  place_type: PlaceType
  version: string
  is_default: boolean
}

/** The active versions of a country, defaults first. */
export async function findCountryVersions(db: Executor, iso3: string): Promise<CountryVersion[]> {
  const rows = await db
    .select({
      id: place_group_versions.id,
      place_type: place_group_versions.place_type,
      version: place_group_versions.version,
      is_default: place_group_versions.is_default,
    })
    .from(place_group_versions)
    .where(and(eq(place_group_versions.iso3_code, iso3), eq(place_group_versions.active, true)))
    .orderBy(asc(place_group_versions.id))
  return rows.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
}

/** A country's mask: its default adm0, else adm1, else adm2; null if it has none. */
export function defaultMask(versions: readonly CountryVersion[]): CountryVersion | null {
  for (const type of ['adm0', 'adm1', 'adm2'] as const) {
    const found = versions.find((version) => version.place_type === type && version.is_default)
    if (found) return found
  }
  return null
}
