import { inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { uploads } from '../../db/schema.ts'
import { releaseFile } from '../../files/loose-files.ts'

/** In the transaction that used some of these finished uploads: the files of the others are loose, to be dropped. */
export async function releaseUploads(tx: Executor, keys: readonly string[]): Promise<string[]> {
  const left = await tx
    .delete(uploads)
    .where(inArray(uploads.key, [...keys]))
    .returning({ key: uploads.key })
  for (const { key } of left) await releaseFile(tx, key)
  return left.map(({ key }) => key)
}
