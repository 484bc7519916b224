import type { Services, Actor } from '../../context.ts'
import { eq } from 'drizzle-orm'
import { assets, bands, files } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { dropLoose, releaseFile } from '../../files/loose-files.ts'
import { findUses } from './find-uses.ts'
import { requireAssetFile } from './get.ts'

/** Removes an asset, its bands and its file, when nothing uses them. */
export async function remove(services: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  const asset = await requireAssetFile(services.db, id)
  requireOwner(actor, asset.created_by, `the raster asset ${id}`)
  await transaction(services.db, async (tx) => {
    // Whoever adds one of the bands to a collection meanwhile waits, and then finds it gone.
    await tx
      .select({ id: bands.id })
      .from(bands)
      .where(eq(bands.asset_id, id))
      .orderBy(bands.id)
      .for('update')
    const used = (await findUses(tx, id, 20)).uses.map(({ use }) => use)
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
  throw new ServiceError('forbidden', `Only the person who created ${what}, or an admin, can do this.`)
}
