import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { requireCountry } from '../countries/require.ts'
import { readCountryOutlines } from '../place-groups/country-outlines.ts'
import { defaultMask, findCountryVersions } from '../place-groups/find-country-places.ts'
import type { Expectation } from './validate-raster.ts'

/** The country that a raster is meant for, with its bounds if its outlines are catalogued. */
export async function expectCountry(
  db: Executor,
  iso3_code: string | undefined,
  caller: Caller,
): Promise<Pick<Expectation, 'country'>> {
  if (iso3_code === undefined) return {}
  const { name } = await requireCountry(db, iso3_code)
  const mask = defaultMask(await findCountryVersions(db, iso3_code))
  const outlines = mask && (await readCountryOutlines(db, mask.id, caller))
  const bounds = outlines && (await outlines.bounds())
  return { country: { name, bounds } }
}
