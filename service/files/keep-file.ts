import { randomUUID } from 'node:crypto'
import type { Services } from '../context.ts'
import type { Executor } from '../db/client.ts'
import { files } from '../db/schema.ts'
import type { StoredFile } from './file-store.ts'
import { adoptLoose, dropLoose, holdLoose, keepRenewing } from './loose-files.ts'

export interface KeptFile extends Omit<StoredFile, 'crc32'> {
  name: string
  mediaType: string
}

export type Keep = (
  folder: 'briefs' | 'configurations' | 'points' | 'rasters',
  content: AsyncIterable<Uint8Array> | Uint8Array,
  about: { name: string; mediaType: string; maxBytes?: number },
) => Promise<KeptFile>

/**
 * Stores files under generated keys, which are loose until `insertFile` writes their rows. If `work` throws, files
 * without a row are removed. The database decides, since a commit whose answer was lost may have succeeded.
 */
export async function keepingFiles<T>(
  services: Pick<Services, 'db' | 'files' | 'log'>,
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
  const endRenewing = keepRenewing(services.db, keys)
  try {
    return await work(keep)
  } catch (error) {
    await dropLoose(services, keys)
    throw error
  } finally {
    endRenewing()
  }
}

/** The row of a stored file; its key is no longer loose. */
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

const MAX_NAME = 200

/** The end of a name says what the file is. */
function shortened(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= MAX_NAME) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_NAME - extension.length).join('') + extension
}

/** The name that the person gave the file: shown and sent back, never used as a path. */
export function cleanName(name: string): string {
  // Control characters break header lines, and PostgreSQL rejects NUL.
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .trim()
  return shortened(clean) || 'file'
}
