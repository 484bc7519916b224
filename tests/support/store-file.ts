import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Executor } from '../../service/db/client.ts'
import { files } from '../../service/db/schema.ts'
import type { FileStore } from '../../service/files/file-store.ts'

export interface NewFile {
  /** The name that the person gave it: kept as a description, never used as a path. */
  name: string
  mediaType: string
  content: Readable | Uint8Array
  createdBy: number | null
  maxBytes?: number
  /** First folder of the key, for orientation in the store: 'uploads', 'jobs/12'. */
  folder?: string
}

export type FileRow = typeof files.$inferSelect

/** Stores the bytes and writes the row; without the row the bytes are deleted. */
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
