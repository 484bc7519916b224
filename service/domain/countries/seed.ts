import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import countryNames from 'i18n-iso-countries'
import type { Executor } from '../../db/client.ts'
import { countries } from '../../db/schema.ts'
import type { Bounds } from '../../geometry/bounds-of-polygons.ts'
import { regionOf } from './regions.ts'

/** Made by scripts/make-countries.ts. */
const BOUNDS = new URL('./bounds.json', import.meta.url)

const excluded = (column: string) => sql.raw(`excluded.${column}`)

/** Every country of ISO 3166 under its alpha-3 code; what a former start wrote is brought up to date. */
export async function seedCountries(db: Executor): Promise<void> {
  const bounds = JSON.parse(await readFile(BOUNDS, 'utf8')) as Record<string, Bounds>
  const rows = Object.entries(countryNames.getAlpha3Codes()).map(([iso3_code, iso2_code]) => ({
    iso3_code,
    name: countryNames.getName(iso3_code, 'en') ?? iso3_code,
    iso2_code,
    numeric_code: countryNames.alpha3ToNumeric(iso3_code) ?? null,
    ...regionOf.get(iso3_code),
    bounds: bounds[iso3_code] ?? null,
  }))
  await db
    .insert(countries)
    .values(rows)
    .onConflictDoUpdate({
      target: countries.iso3_code,
      set: {
        name: excluded('name'),
        iso2_code: excluded('iso2_code'),
        numeric_code: excluded('numeric_code'),
        region: excluded('region'),
        sub_region: excluded('sub_region'),
        intermediate_region: excluded('intermediate_region'),
        bounds: excluded('bounds'),
      },
    })
}
