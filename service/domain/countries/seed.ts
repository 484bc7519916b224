import { sql } from 'drizzle-orm'
import countryNames from 'i18n-iso-countries'
import type { Executor } from '../../db/client.ts'
import { countries } from '../../db/schema.ts'

/** Every country of ISO 3166 under its alpha-3 code; names of a former start are brought up to date. */
export async function seedCountries(db: Executor): Promise<void> {
  const rows = Object.keys(countryNames.getAlpha3Codes()).map((iso3_code) => ({
    iso3_code,
    name: countryNames.getName(iso3_code, 'en') ?? iso3_code,
  }))
  await db
    .insert(countries)
    .values(rows)
    .onConflictDoUpdate({ target: countries.iso3_code, set: { name: sql`excluded.name` } })
}
