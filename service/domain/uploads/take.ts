import { createHash } from 'node:crypto'
import { eq } from '#drizzle'
import type { Services } from '../../context.ts'
import { uploads } from '../../db/schema.ts'
import { sideTransaction } from '../../db/transaction.ts'
import { discardUpload, growingFile } from '../../files/uploads.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireSha256, type StoredUpload } from '../rasters/inspect-upload.ts'
import { expiry, requireUpload } from './internal.ts'

/**
 * A finished upload as a file that was just received. It remains an upload until a record adopts its key, so that a
 * rejected or only inspected file need not be sent again; with another SHA-256 than `expected` it is removed.
 */
export async function take(
  services: Pick<Services, 'config' | 'db' | 'files'>,
  personId: number,
  id: string,
  expected?: string,
): Promise<StoredUpload> {
  const { db, files } = services
  const { key, name, size, ...row } = await requireUpload(db, personId, id)
  const file = growingFile(files, { key, size, handle: row.handle })
  const arrived = row.complete ? size : ((await file?.offset()) ?? 0)
  if (!file || row.handle === null || arrived < size)
    throw new ServiceError(
      'conflict',
      sentence`${arrived} of ${size} bytes of the upload ${id} ('${name}') have arrived. Continue it first.`,
    )
  // The process may have ended after the last byte.
  if (!row.complete) await file.complete()
  const sha256 = row.sha256 ?? (await hashOf(await files.read(key)))
  const upload = { name, key, size, sha256, upload: { id, handle: row.handle } }
  const set = { complete: true, sha256, expires_at: expiry(services) }
  await db.update(uploads).set(set).where(eq(uploads.id, id))
  if (expected !== undefined && expected !== sha256)
    // Another call may have taken the file over meanwhile: then it has no upload, and stays.
    await sideTransaction(db, (tx) => discardUpload(tx, files, eq(uploads.id, id)))
  requireSha256(upload, expected)
  return upload
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
