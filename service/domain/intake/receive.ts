import type { Asset } from '#contract/asset-list.ts'
import { sql } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { RasterIntake } from '../../db/rasters-schema.ts'
import { assets } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { cleanName, insertFile } from '../../files/keep-file.ts'
import { takeInRaster } from '../../tasks/take-in-raster.definition.ts'
import { get } from '../assets/get.ts'
import { requireSha256, type StoredUpload } from '../rasters/inspect-upload.ts'

export type RasterWay = RasterIntake['way']

/** Keeps a raster that was sent, and leaves the rest of its way into the catalogue to a worker. */
export async function receive(
  services: Services,
  sent: StoredUpload,
  intake: Omit<RasterIntake, 'name'>,
  createdBy: number,
): Promise<Asset> {
  const { db, queue } = services
  requireSha256(sent, intake.about.sha256 as string | undefined)
  const name = cleanName(sent.name)
  const { id } = await transaction(db, async (tx) => {
    const file_id = await insertFile(tx, { ...sent, name, mediaType: 'image/tiff' }, createdBy)
    const waiting = await countUnfinished(tx, createdBy)
    const [asset] = await tx
      .insert(assets)
      .values({
        name,
        file_id,
        width: 0,
        height: 0,
        affine: [0, 0, 0, 0, 0, 0],
        bounds: [0, 0, 0, 0],
        created_by: createdBy,
        status: 'received',
        intake: { ...intake, name: sent.name },
      })
      .returning({ id: assets.id })
    await queue.send(tx, takeInRaster, { asset_id: asset.id }, { priority: -waiting })
    // The audit of a check-in names the asset: there is no product yet.
    return { id: asset.id, recordKind: 'assets' }
  })
  return get(db, id)
}

/** A person's next raster waits behind the first ones of the others. */
async function countUnfinished(tx: Executor, personId: number): Promise<number> {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from assets
    where created_by = ${personId} and status in ('received', 'inspecting')`)
  return rows[0].waiting
}
