import type { Services, Actor } from '../../context.ts'
import { eq, inArray } from '#drizzle'
import { assets, bands, files } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { requireOwner } from '../../require-owner.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { dropLoose, releaseFile } from '../../files/loose-files.ts'
import { releaseUpload } from '../uploads/release-upload.ts'
import { findUses } from './find-uses.ts'
import { lockAsset, requireAsset } from './get.ts'

/**
 * Deletes an asset, its bands, its file and its COG, if nothing uses them. The file of one that is not ready is a
 * resumable upload again if it was one.
 */
export async function remove(services: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  const { name, keys } = await transactionWithAudit(services.db, async (tx) => {
    // Before its keys are read: a worker may be adopting its COG.
    await lockAsset(tx, id, 'update')
    const { name, created_by, key, read_key, size, sha256, upload } = await requireAsset(tx, id)
    requireOwner(actor, created_by, `the raster asset ${id}`)
    const keys = [...new Set([key, read_key])].filter((key) => key !== null)
    // A concurrent call that adds one of the bands to a collection waits, and then finds it deleted.
    await tx
      .select({ id: bands.id })
      .from(bands)
      .where(eq(bands.asset_id, id))
      .orderBy(bands.id)
      .for('update')
    const used = (await findUses(tx, id, 20)).uses.map(({ use }) => use)
    if (used.length > 0)
      throw new ServiceError(
        'conflict',
        sentence`The raster asset '${name}' is in use: ${used.join('; ')}.`,
        {
          errors: used.map((message) => ({ message })),
        },
      )
    await tx.delete(bands).where(eq(bands.asset_id, id))
    await tx.delete(assets).where(eq(assets.id, id))
    for (const key of keys) await releaseFile(tx, key)
    await tx.delete(files).where(inArray(files.key, keys))
    if (upload && key !== null && size !== null && sha256 !== null && created_by !== null) {
      const { name: sentAs, ...source } = upload
      await releaseUpload(
        tx,
        services.config,
        [{ name: sentAs, key, size, sha256, upload: source }],
        created_by,
      )
    }
    return { name, keys }
  })
  await dropLoose(services, keys)
  return { msg: `The raster asset '${name}' was removed.` }
}
