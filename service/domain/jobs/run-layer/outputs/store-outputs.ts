import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { FILE_TYPES, type FileType, OUTPUTS } from '#contract/jobs/output-types.ts'
import { eq, inArray } from '#drizzle'
import type { Executor } from '#service/db/client.ts'
import { file_crcs, files, job_outputs } from '#service/db/schema.ts'
import type { FileStore, StoredFile } from '#service/files/file-store.ts'
import { outputKey, type ClaimedJob } from '../layer-task.ts'

export type StoredOutput = StoredFile & { type: FileType }

export const outputName = ({ id, job_key }: ClaimedJob, type: FileType) =>
  `${job_key ?? id}-${OUTPUTS[type].file}`

/** Copies the outputs from the task's folder into the file store. */
export async function storeOutputs(
  store: FileStore,
  claim: ClaimedJob,
  folder: string,
  types: readonly FileType[],
): Promise<StoredOutput[]> {
  const stored: StoredOutput[] = []
  for (const type of types) {
    const content = createReadStream(join(folder, OUTPUTS[type].file))
    stored.push({ type, ...(await store.put(outputKey(claim.id, claim.attempt, type), content)) })
  }
  return stored
}

/** The layer's log, from memory: it is kept even if the task's folder is full. */
export async function storeLines(
  store: FileStore,
  claim: ClaimedJob,
  lines: readonly string[],
): Promise<StoredOutput[]> {
  const content = Buffer.from(`${lines.join('\n')}\n`)
  return [{ type: 'log', ...(await store.put(outputKey(claim.id, claim.attempt, 'log'), content)) }]
}

/** Rows of the stored outputs; in the transaction that ends the job. */
export async function recordOutputs(
  tx: Executor,
  claim: ClaimedJob,
  outputs: readonly StoredOutput[],
): Promise<void> {
  if (outputs.length === 0) return
  await tx.delete(job_outputs).where(eq(job_outputs.job_id, claim.id))
  const rows = await tx
    .insert(files)
    .values(
      outputs.map(({ type, key, size, sha256 }) => ({
        key,
        name: outputName(claim, type),
        media_type: OUTPUTS[type].mediaType,
        size,
        sha256,
        created_by: claim.app_user_id,
      })),
    )
    .returning({ id: files.id, key: files.key })
  const typeOf = new Map(outputs.map(({ key, type }) => [key, type]))
  await tx
    .insert(job_outputs)
    .values(rows.map(({ id, key }) => ({ job_id: claim.id, type: typeOf.get(key)!, file_id: id })))
  const crcOf = new Map(outputs.map(({ key, crc32 }) => [key, crc32]))
  await tx.insert(file_crcs).values(rows.map(({ id, key }) => ({ file_id: id, crc32: crcOf.get(key)! })))
}

/** Removes what an attempt left in the file store, except files that a row of `files` names. */
export async function dropAttempt(
  db: Executor,
  store: FileStore,
  jobId: number,
  attempt: number,
): Promise<void> {
  const keys = FILE_TYPES.map((type) => outputKey(jobId, attempt, type))
  const kept = await db.select({ key: files.key }).from(files).where(inArray(files.key, keys))
  const keep = new Set(kept.map(({ key }) => key))
  for (const key of keys) if (!keep.has(key)) await store.remove(key)
}

/** Leftovers of earlier attempts; a lost worker could not clean up. */
export async function dropPreviousAttempts(
  db: Executor,
  store: FileStore,
  claim: { id: number; attempt: number },
): Promise<void> {
  for (let attempt = Math.max(1, claim.attempt - 5); attempt < claim.attempt; attempt++) {
    await dropAttempt(db, store, claim.id, attempt)
  }
}
