import { eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { countries } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** The country with a code, or 'invalid' at the field. */
export async function requireCountry(db: Executor, iso3_code: string, field = 'iso3_code') {
  const [country] = await db
    .select({ iso3_code: countries.iso3_code, name: countries.name })
    .from(countries)
    .where(eq(countries.iso3_code, iso3_code))
  if (country) return country
  const message = sentence`The country '${iso3_code}' is not known.`
  throw new ServiceError('invalid', message, { field })
}
