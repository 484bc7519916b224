import type { Services, Actor } from '../../context.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { assets, bands, files } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { dropLoose, releaseFile } from '../loose-files/loose-files.ts'
import { requireAssetFile } from './get.ts'

/** Removes an asset, its bands and its file, when nothing uses them. */
export async function remove(services: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  const asset = await requireAssetFile(services.db, id)
  requireOwner(actor, asset.created_by, `the raster asset ${id}`)
  await transaction(services.db, async (tx) => {
    // Whoever adds one of the bands to a collection meanwhile waits, and then finds it gone.
    const own = await tx
      .select({ id: bands.id })
      .from(bands)
      .where(eq(bands.asset_id, id))
      .orderBy(bands.id)
      .for('update')
    const used = await usesOf(
      tx,
      id,
      own.map((band) => band.id),
    )
    if (used.length > 0)
      throw new ServiceError('conflict', `The raster asset '${asset.name}' is in use: ${used.join('; ')}.`, {
        errors: used.map((message) => ({ message })),
      })
    await tx.delete(bands).where(eq(bands.asset_id, id))
    await tx.delete(assets).where(eq(assets.id, id))
    await releaseFile(tx, asset.key)
    await tx.delete(files).where(eq(files.id, asset.file_id))
  })
  await dropLoose(services, [asset.key])
  return { msg: `The raster asset '${asset.name}' was removed.` }
}

/** What a person made may be changed or removed by that person and by admins. */
export function requireOwner(actor: Actor, ownerId: number | null, what: string): void {
  if (actor.id === ownerId || actor.roles.some(({ name }) => name === 'admin')) return
  throw new ServiceError('forbidden', `Only who made ${what}, or an admin, may do this.`)
}

async function usesOf(tx: Executor, assetId: number, bandIds: number[]): Promise<string[]> {
  const ids = bandIds.length > 0 ? bandIds : [0]
  const { rows } = await tx.execute<{ use: string }>(sql`
    select distinct 'the collection ' || c.name as use from collections c
    left join collection_bands cb on cb.collection_id = c.id
    where ${inArray(sql`cb.band_id`, ids)} or ${inArray(sql`c.population_band_id`, ids)}
    union select 'the product ' || p.job_key from products p where p.asset_id = ${assetId}
    union select 'the population dataset of ' || w.iso3_code || ' ' || w.year from worldpop_datasets w where w.asset_id = ${assetId}
    union select 'the raster ' || a.name || ' that was made from it' from assets a where a.processed_from = ${assetId}
    union select 'job ' || coalesce(j.job_key, j.id::text) from jobs j
    where j.layer ->> 'population_band_id' is not null and ${inArray(sql`(j.layer ->> 'population_band_id')::int`, ids)}
      and j.status in ('pending', 'running')
    order by use limit 20`)
  return rows.map(({ use }) => use)
}
