import { inArray } from '#drizzle'
import type { AppConfig } from '#config'
import type { Executor } from '../../db/client.ts'
import { loose_files, uploads } from '../../db/schema.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { expiry } from './internal.ts'

/** Loose files that were finished uploads are uploads again, under the same ids; the others stay loose. */
export async function releaseUpload(
  tx: Executor,
  config: AppConfig,
  rasters: readonly StoredUpload[],
  personId: number,
): Promise<void> {
  const rows = rasters.flatMap(({ upload, name, key, size, sha256 }) =>
    upload
      ? [
          {
            ...upload,
            name,
            key,
            size,
            sha256,
            complete: true,
            created_by: personId,
            expires_at: expiry({ config }),
          },
        ]
      : [],
  )
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => key)
  await tx.delete(loose_files).where(inArray(loose_files.key, keys))
  await tx.insert(uploads).values(rows)
}
