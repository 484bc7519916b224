import type { Body } from '#contract/endpoint.ts'
import type { Band } from '#contract/band-list.ts'
import type { changeBand } from '#contract/bands.ts'
import { eq } from '#drizzle'
import type { Actor, Caller } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { assets, bands } from '../../db/schema.ts'
import { brokenConstraint, transaction } from '../../db/transaction.ts'
import { meet } from '../../raster/around-globe.ts'
import { requireOwner } from '../../require-owner.ts'
import { ServiceError } from '../../service-error.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { doesNotTouch } from '../rasters/validate-raster.ts'
import { taken } from '../rasters/insert-band.ts'
import { getBand } from './select-bands.ts'

type Changes = Body<typeof changeBand>

/** Changes a band's description. Collections and jobs refer to it by id, so a new name breaks nothing. */
export async function change(
  db: Database,
  actor: Actor,
  id: number,
  changes: Changes,
  caller: Caller,
): Promise<Band> {
  const now = await getBand(db, id)
  const [asset] = await db
    .select({ created_by: assets.created_by })
    .from(assets)
    .where(eq(assets.id, now.asset_id))
  requireOwner(actor, asset?.created_by ?? null, `the band ${id}`)
  if (typeof changes.iso3_code === 'string') await requireTouching(db, now, changes.iso3_code, caller)
  if (Object.values(changes).some((value) => value !== undefined)) {
    try {
      await transaction(db, (tx) => tx.update(bands).set(changes).where(eq(bands.id, id)))
    } catch (error) {
      if (brokenConstraint(error) === 'bands_name_key') throw taken(changes.name ?? now.name)
      throw error
    }
  }
  return getBand(db, id)
}

async function requireTouching(
  db: Database,
  { bounds_degrees: degrees }: Band,
  iso3_code: string,
  caller: Caller,
): Promise<void> {
  const { country } = await expectCountry(db, iso3_code, caller)
  if (!degrees || !country?.bounds || meet(degrees, country.bounds)) return
  const message = doesNotTouch(country.name)
  throw new ServiceError('invalid', message, { errors: [{ field: 'iso3_code', message }] })
}
