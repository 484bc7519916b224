import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import { files, submissions } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'

export interface StoredDownload {
  name: string
  mediaType: string
  size: number
  etag: string
  open(range?: { start: number; end: number }): Promise<Readable>
}

/** The configuration of a submission: the very bytes that were sent, under the name they had. */
export async function downloadConfig({ db, files: store }: Services, id: number): Promise<StoredDownload> {
  const [file] = await db
    .select({
      key: files.key,
      name: files.name,
      mediaType: files.media_type,
      size: files.size,
      sha256: files.sha256,
    })
    .from(submissions)
    .innerJoin(files, eq(files.id, submissions.config_file_id))
    .where(eq(submissions.id, id))
  if (!file) throw new ServiceError('not-found', `There is no submission ${id}.`)
  const { key, sha256, ...about } = file
  return { ...about, etag: `"${sha256}"`, open: (range) => store.read(key, range) }
}
