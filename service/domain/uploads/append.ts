import { eq } from '#drizzle'
import type { Services } from '../../context.ts'
import { uploads } from '../../db/schema.ts'
import { tooLong } from '../../files/local-growing-file.ts'
import { growingFile, type UploadRow } from '../../files/uploads.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { sniffTiff } from '../rasters/sniff-tiff.ts'
import { requireUpload } from './internal.ts'
import { hashing } from './running-hash.ts'
import { asWriter } from './writer.ts'

/** Appends a piece, and answers how many bytes have arrived. What arrived before the piece broke off is kept. */
export async function append(
  services: Services,
  personId: number,
  id: string,
  offset: number,
  content: AsyncIterable<Buffer>,
): Promise<{ offset: number; complete: boolean; expires_at: Date | undefined }> {
  const { db } = services
  await requireUpload(db, personId, id)
  const now = await asWriter(services, id, async (lost) => {
    const row = await begun(services, await requireUpload(db, personId, id))
    const file = growingFile(services.files, row)!
    const arrived = row.complete ? row.size : await file.offset()
    if (offset !== arrived)
      throw new ServiceError(
        'conflict',
        sentence`${arrived} bytes have arrived; continue there, not at ${offset}.`,
      )
    if (row.complete) {
      // The answer to the last piece was lost, so the client sends its end again: no bytes.
      for await (const chunk of until(lost, content)) if (chunk.length > 0) throw tooLong(row.size)
      return { offset, complete: true }
    }
    const checked = offset === 0 ? sniffTiff(content, 'file', row.name) : content
    const source = until(lost, checked)
    const hashed = hashing(id, offset, source)
    try {
      await file.append(offset, hashed.bytes)
    } catch (error) {
      hashed.kept(await file.offset().catch(() => -1))
      throw error
    }
    const now = await file.offset()
    hashed.kept(now)
    const complete = now === row.size
    if (complete) {
      await file.complete()
      await db
        .update(uploads)
        .set({ complete, sha256: hashed.digest(now) })
        .where(eq(uploads.id, id))
    }
    return { offset: now, complete }
  })
  const [row] = await db.select({ at: uploads.expires_at }).from(uploads).where(eq(uploads.id, id))
  return { ...now, expires_at: row?.at }
}

async function begun({ db, files }: Services, row: UploadRow): Promise<UploadRow> {
  if (row.handle !== null) return row
  const handle = await files.begin(row.key)
  await db.update(uploads).set({ handle }).where(eq(uploads.id, row.id))
  return { ...row, handle }
}

/** The bytes of the request, until it breaks off or this process is no longer the writer. */
async function* until(lost: AbortSignal, content: AsyncIterable<Buffer>) {
  try {
    for await (const chunk of content) {
      if (lost.aborted) throw new ServiceError('locked', sentence`Another request continues this upload.`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('bad-request', sentence`The piece was cut off. Continue where Upload-Offset ends.`)
  }
}
