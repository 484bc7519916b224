import type { BandUpload, uploadBands } from '#contract/rasters/band-uploads.ts'
import type { Body } from '#contract/endpoint.ts'
import { and, eq, inArray } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { band_uploads } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { cleanName, insertFile } from '../../files/keep-file.ts'
import { takeInBands } from '../../tasks/rasters/take-in-bands.definition.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { getUpload } from './get-upload.ts'
import { receiveBandSheet } from './receive-band-sheet.ts'

interface Sent extends Pick<Body<typeof uploadBands>, 'partial' | 'dry_run'> {
  sheet: Buffer
  rasters: readonly StoredUpload[]
  createdBy: number
}

/** Stores a sheet and its rasters and queues their cataloguing. */
export async function receiveUpload(
  { db, queue }: Services,
  { sheet: sent, partial, dry_run, rasters, createdBy }: Sent,
  caller: Caller,
): Promise<BandUpload> {
  const sheet = await receiveBandSheet(sent, caller)
  const { id } = await transactionWithAudit(db, async (tx) => {
    for (const raster of rasters)
      await insertFile(tx, { ...raster, name: cleanName(raster.name), mediaType: 'image/tiff' }, createdBy)
    const waiting = await tx.$count(
      band_uploads,
      and(eq(band_uploads.created_by, createdBy), inArray(band_uploads.status, ['received', 'inspecting'])),
    )
    const kept = rasters.map(({ name, key, size, sha256, upload }) => ({ name, key, size, sha256, upload }))
    const [upload] = await tx
      .insert(band_uploads)
      .values({ intake: { partial, dry_run, sheet, rasters: kept }, created_by: createdBy })
      .returning({ id: band_uploads.id })
    await queue.send(tx, takeInBands, { upload_id: upload.id }, { priority: -waiting })
    return upload
  })
  return getUpload(db, id)
}
