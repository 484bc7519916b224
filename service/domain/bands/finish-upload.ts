import { uploadBands, type BandUpload } from '#contract/rasters/band-uploads.ts'
import { and, eq, inArray } from '#drizzle'
import type { Services } from '../../context.ts'
import type { BandIntake } from '../../db/schema/rasters.ts'
import { band_uploads } from '../../db/schema.ts'
import { sideTransaction } from '../../db/transaction.ts'
import { dropLoose } from '../../files/loose-files.ts'
import { joinEntry } from '../audit/joined-entry.ts'
import { record } from '../audit/record.ts'
import { recordsOf } from '../audit/records-of.ts'
import { ServiceError } from '../../service-error.ts'
import { whyNotStored } from '../audit/why-rejected.ts'
import { finalMessage } from '../rasters/final-message.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { releaseUpload } from '../uploads/release-upload.ts'
import { watchRemoval } from '../rasters/watch-removal.ts'
import { type BandsToCatalogue, catalogueBands } from './catalogue-bands.ts'
import type { BandSheet } from './read-band-sheet.ts'
import { releaseRasters } from './release-rasters.ts'

/**
 * Catalogues the bands of an upload that was received; afterwards it is ready, or rejected with its findings. Rasters of
 * a dry run or a rejected one that were resumable uploads are uploads again, so that they need not be sent twice.
 * @throws temporary errors, such as an unavailable file store; the status stays 'inspecting'
 */
export async function finishUpload(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  const [upload] = await db
    .update(band_uploads)
    .set({ status: 'inspecting', fraction: 0 })
    .where(and(eq(band_uploads.id, id), inArray(band_uploads.status, ['received', 'inspecting'])))
    .returning({ intake: band_uploads.intake, createdBy: band_uploads.created_by })
  if (!upload?.intake || upload.createdBy === null) return
  const { intake, createdBy } = upload
  const keys = intake.rasters.map(({ key }) => key)
  const entry = { action: uploadBands.audit, userId: createdBy }
  let detail: string | null = null
  const joined = joinEntry(db, (made) => ({
    ...entry,
    result: 'ok',
    record: recordsOf(uploadBands.resource, made as { id: number }[]),
    detail,
  }))
  const noteLeftOut = (words: string) => void (detail = words)
  try {
    const sent = { id, intake, createdBy, noteLeftOut }
    const end = await attempt({ ...services, db: joined.db }, sent, signal)
    if (end === 'catalogued' || end === 'cancelled') return
    const { reason, ...values } = end
    const status = intake.dry_run && end.result ? 'ready' : 'rejected'
    await sideTransaction(db, async (tx) => {
      const [rejected] = await tx
        .update(band_uploads)
        .set({ status, fraction: null, intake: null, ...values })
        .where(and(eq(band_uploads.id, id), eq(band_uploads.status, 'inspecting')))
        .returning({ id: band_uploads.id })
      if (!rejected) return
      await releaseRasters(tx, keys)
      await releaseUpload(tx, services.config, intake.rasters, createdBy)
      if (intake.dry_run) return
      await record(tx, {
        ...entry,
        result: 'rejected',
        record: recordsOf('band-uploads', [rejected]),
        detail: reason ?? whyNotStored(end.result?.findings),
      })
    })
  } finally {
    await dropLoose(services, keys)
  }
}

async function attempt(
  services: Services,
  {
    id,
    intake,
    createdBy,
    noteLeftOut,
  }: { id: number; intake: BandIntake } & Pick<BandsToCatalogue, 'createdBy' | 'noteLeftOut'>,
  signal: AbortSignal,
): Promise<
  'catalogued' | 'cancelled' | (Partial<Pick<BandUpload, 'result' | 'error'>> & { reason?: string })
> {
  const { partial, dry_run = false, rasters } = intake
  const removal = watchRemoval(services.db, band_uploads, id)
  try {
    const result = await catalogueBands(
      services,
      {
        uploadId: id,
        sheet: intake.sheet as BandSheet,
        rasters: withProgress(id, rasters),
        partial,
        dry_run,
        createdBy,
        noteLeftOut,
      },
      { personId: createdBy, signal: AbortSignal.any([signal, removal.signal]) },
    )
    return result.catalogued ? 'catalogued' : { result }
  } catch (error) {
    if (removal.signal.aborted) return 'cancelled'
    const message = signal.aborted ? null : finalMessage(error)
    if (message === null) throw error
    return { error: message, reason: error instanceof ServiceError ? error.sentence.template : message }
  } finally {
    removal.end()
  }
}

/** Each raster's part of the progress is that of its bytes. */
function withProgress(id: number, rasters: BandIntake['rasters']): StoredUpload[] {
  const total = rasters.reduce((sum, { size }) => sum + size, 0)
  let bytes = 0
  return rasters.map((raster) => {
    const from = bytes / total
    bytes += raster.size
    return { ...raster, progress: { kind: 'upload', id, from, to: bytes / total } }
  })
}
