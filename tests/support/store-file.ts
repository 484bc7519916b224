import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Executor } from '../../service/db/client.ts'
import { files } from '../../service/db/schema.ts'
import type { FileStore } from '../../service/files/file-store.ts'

export interface NewFile {
  /** What the person called it: kept as a word about the file, never used as a path. */
  name: string
  mediaType: string
  content: Readable | Uint8Array
  createdBy: number | null
  maxBytes?: number
  /** First folder of the key, to find one's way in the store: 'uploads', 'jobs/12'. */
  folder?: string
}

export type FileRow = typeof files.$inferSelect

/** Puts the bytes into the store and its row into the database; without the row the bytes are taken back. */
export async function storeFile(
  { db, files: store }: { db: Executor; files: FileStore },
  file: NewFile,
): Promise<FileRow> {
  const stored = await store.put(`${file.folder ?? 'uploads'}/${randomUUID()}`, file.content, {
    maxBytes: file.maxBytes,
  })
  try {
    const [row] = await db
      .insert(files)
      .values({
        ...stored,
        name: file.name.slice(0, 300),
        media_type: file.mediaType,
        created_by: file.createdBy,
      })
      .returning()
    return row
  } catch (error) {
    await store.remove(stored.key)
    throw error
  }
}
