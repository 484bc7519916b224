import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Executor } from '../../db/client.ts'
import { files } from '../../db/schema.ts'
import type { FileStore, StoredFile } from '../../files/file-store.ts'

export interface KeptFile extends StoredFile {
  name: string
  mediaType: string
}

export type Keep = (
  folder: 'configurations' | 'points' | 'rasters',
  content: Readable | Uint8Array,
  about: { name: string; mediaType: string; maxBytes?: number },
) => Promise<KeptFile>

/**
 * Stores files under generated keys while `work` runs; when it throws, what it stored is removed again. Rows are
 * written with `insertFile`, so a file without its row never stays behind.
 */
export async function keepingFiles<T>(store: FileStore, work: (keep: Keep) => Promise<T>): Promise<T> {
  const keys: string[] = []
  const keep: Keep = async (folder, content, { name, mediaType, maxBytes }) => {
    const key = `${folder}/${randomUUID()}`
    keys.push(key)
    const stored = await store.put(key, content, maxBytes === undefined ? undefined : { maxBytes })
    return { ...stored, name: cleanName(name), mediaType }
  }
  try {
    return await work(keep)
  } catch (error) {
    await Promise.allSettled(keys.map((key) => store.remove(key)))
    throw error
  }
}

export async function insertFile(tx: Executor, file: KeptFile, createdBy: number | null): Promise<number> {
  const [row] = await tx
    .insert(files)
    .values({
      key: file.key,
      name: file.name,
      media_type: file.mediaType,
      size: file.size,
      sha256: file.sha256,
      created_by: createdBy,
    })
    .returning({ id: files.id })
  return row.id
}

/** What the person called the file: kept to be shown and sent back, never used as a path. */
export function cleanName(name: string): string {
  // Control characters break header lines, and PostgreSQL refuses NUL.
  const clean = name
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return clean === '' ? 'file' : clean
}
