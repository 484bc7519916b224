import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { readCountryOutlines } from './country-outlines.ts'
import { defaultMask, findCountryVersions } from './find-country-places.ts'
import type { Spots } from './outline-questions.ts'

/** Outlines from different sources differ by less than this. */
const WITHIN_KM = 10
/** Shares of the positions that may lie outside the country if they fit, and must if they do not. */
const [FEW, MANY] = [0.02, 0.1]

/** Whether positions lie in a country's default outlines only if longitude and latitude change places. */
export async function liesSwapped(
  db: Executor,
  iso3: string,
  { longitude, latitude }: Spots,
  caller: Caller,
): Promise<boolean> {
  const mask = defaultMask(await findCountryVersions(db, iso3))
  if (!mask || longitude.length === 0) return false
  const outlines = await readCountryOutlines(db, mask.id, caller)
  const outside = async (spots: Spots) => (await outlines.farOff(spots, WITHIN_KM, 0)).size / longitude.length
  const shareAsSent = await outside({ longitude, latitude })
  return shareAsSent >= MANY && (await outside({ longitude: latitude, latitude: longitude })) <= FEW
}
