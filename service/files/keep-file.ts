import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Services } from '../context.ts'
import type { Executor } from '../db/client.ts'
import { files } from '../db/schema.ts'
import type { StoredFile } from './file-store.ts'
import { adoptLoose, dropLoose, holdLoose } from './loose-files.ts'

export interface KeptFile extends Omit<StoredFile, 'crc32'> {
  name: string
  mediaType: string
}

export type Keep = (
  folder: 'configurations' | 'points' | 'rasters',
  content: Readable | Uint8Array,
  about: { name: string; mediaType: string; maxBytes?: number },
) => Promise<KeptFile>

/**
 * Stores files under generated keys that are loose until `insertFile` writes their rows. When `work` throws, those
 * without a row are removed: the database says which, since a commit whose answer was lost may have happened.
 */
export async function keepingFiles<T>(
  services: Pick<Services, 'db' | 'files'>,
  work: (keep: Keep) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  const keep: Keep = async (folder, content, { name, mediaType, maxBytes }) => {
    const key = `${folder}/${randomUUID()}`
    await holdLoose(services.db, key)
    keys.push(key)
    const stored = await services.files.put(key, content, maxBytes === undefined ? undefined : { maxBytes })
    return { ...stored, name: cleanName(name), mediaType }
  }
  try {
    return await work(keep)
  } catch (error) {
    // A database or a store that is away now leaves them to the next sweep.
    await dropLoose(services, keys).catch(() => {})
    throw error
  }
}

/** The row of a stored file, whose key is loose no more. */
export async function insertFile(tx: Executor, file: KeptFile, createdBy: number | null): Promise<number> {
  await adoptLoose(tx, file.key)
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
