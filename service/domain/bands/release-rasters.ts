import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { files } from '../../db/schema.ts'
import { releaseFile } from '../../files/loose-files.ts'

/** In the transaction that ends a received upload: its rasters are loose again, to be adopted or dropped. */
export async function releaseRasters(tx: Executor, keys: readonly string[]): Promise<void> {
  for (const key of keys) await releaseFile(tx, key)
  await tx.delete(files).where(inArray(files.key, [...keys]))
}
