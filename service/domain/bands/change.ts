import type { Body } from '#contract/endpoint.ts'
import type { Band } from '#contract/rasters/band-list.ts'
import type { changeBand } from '#contract/rasters/bands.ts'
import { and, eq, sql } from '#drizzle'
import type { Actor, Caller, Services } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { assets, bands } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { meet } from '../../raster/grids/around-globe.ts'
import { requireOwner } from '../../require-owner.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { doesNotTouch, noClasses } from '../rasters/validate-raster.ts'
import { rebuildCog } from '../../tasks/rasters/rebuild-cog.definition.ts'
import { taken } from '../rasters/insert-band.ts'
import { getBand } from './select-bands.ts'

type Changes = Body<typeof changeBand>

/** Changes a band's description. Collections and jobs refer to it by id, so a new name breaks nothing. */
export async function change(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
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
  const { categorical } = changes
  if (categorical && !now.categorical) requireWhole(now)
  if (typeof changes.iso3_code === 'string') await requireTouching(db, now, changes.iso3_code, caller)
  if (Object.values(changes).some((value) => value !== undefined)) {
    try {
      await transactionWithAudit(db, async (tx) => {
        await tx.update(bands).set(changes).where(eq(bands.id, id))
        if (categorical === undefined) return
        const sameCells = and(eq(bands.asset_id, now.asset_id), eq(bands.band_index, now.band_index))
        // Without the number of values, no later finding doubts what was declared.
        const statistics = sql`${bands.statistics} - 'distinct'`
        await tx.update(bands).set({ categorical, statistics }).where(sameCells)
        if (categorical !== now.categorical) await queue.send(tx, rebuildCog, { asset_id: now.asset_id })
      })
    } catch (error) {
      if (brokenConstraint(error) === 'bands_name_key') throw taken(changes.name ?? now.name)
      throw error
    }
  }
  return getBand(db, id)
}

/** The other reason why a band cannot be categorical is found when all of its cells are read. */
function requireWhole({ band_index, statistics: { min, max } }: Band): void {
  if (Number.isInteger(min) && Number.isInteger(max)) return
  const message = foreign(noClasses('error', band_index).message, sentence`The band cannot be categorical.`)
  throw new ServiceError('invalid', message, { field: 'categorical' })
}

async function requireTouching(
  db: Database,
  { bounds_degrees: degrees }: Band,
  iso3_code: string,
  caller: Caller,
): Promise<void> {
  const { country } = await expectCountry(db, iso3_code, caller)
  if (!degrees || !country?.bounds || meet(degrees, country.bounds)) return
  const message = foreign(doesNotTouch(country.name), sentence`The band is outside the country.`)
  throw new ServiceError('invalid', message, { field: 'iso3_code' })
}
