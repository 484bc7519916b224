import { eq } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { band_uploads } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { dropLoose } from '../../files/loose-files.ts'
import { requireOwner } from '../../require-owner.ts'
import { releaseUpload } from '../uploads/release-upload.ts'
import { requireUpload } from './get-upload.ts'
import { releaseRasters } from './release-rasters.ts'

/**
 * Cancels a bulk upload that is not finished, or deletes the record of one that is. The rasters of a dry run stay uploads.
 */
export async function removeUpload(services: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  const upload = await requireUpload(services.db, id)
  requireOwner(actor, upload.created_by, `the bulk upload ${id}`)
  const keys = await transactionWithAudit(services.db, async (tx) => {
    const [removed] = await tx
      .delete(band_uploads)
      .where(eq(band_uploads.id, id))
      .returning({ intake: band_uploads.intake })
    const intake = removed?.intake
    const rasters = intake?.rasters.map(({ key }) => key) ?? []
    await releaseRasters(tx, rasters)
    if (intake?.dry_run && upload.created_by !== null)
      await releaseUpload(tx, services.config, intake.rasters, upload.created_by)
    return rasters
  })
  await dropLoose(services, keys)
  return { msg: `The bulk upload ${id} was removed.` }
}
