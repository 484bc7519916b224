import type { Upload } from '#contract/rasters/uploads.ts'
import { type SQL, and, eq, gt, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { uploads } from '../../db/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { growingFile, type UploadRow } from '../../files/uploads.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const HOUR_S = 3600

/** Each call that writes to it renews it. By the database's clock, which all processes share. */
export const expiry = ({ config }: Pick<Services, 'config'>): SQL<Date> =>
  sql`now() + make_interval(secs => ${config.uploads.hours * HOUR_S})`

/** Nobody learns whether another person's upload exists. */
export const noUpload = (id: string) =>
  new ServiceError(
    'not-found',
    sentence`You have no upload ${id}. It may have expired, been discarded or been used already; send the file again.`,
  )

export async function requireUpload(db: Executor, personId: number, id: string): Promise<UploadRow> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.created_by, personId), gt(uploads.expires_at, sql`now()`)))
  if (!row) throw noUpload(id)
  return row
}

export async function present(files: FileStore, row: UploadRow): Promise<Upload> {
  const { id, name, size, created_at, expires_at } = row
  const offset = row.complete ? size : ((await growingFile(files, row)?.offset()) ?? 0)
  return {
    id,
    name,
    size,
    offset,
    complete: offset === size,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}

/** Null if the store no longer has what arrived, e.g. because a rule of the bucket ended the upload. */
export async function presentIfThere(files: FileStore, row: UploadRow): Promise<Upload | null> {
  try {
    return await present(files, row)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return null
    throw error
  }
}
