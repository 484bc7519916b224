import type { AppConfig } from '#config'
import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const inGiB = (bytes: number) => `${(bytes / 2 ** 30).toFixed(bytes < 2 ** 30 ? 2 : 1)} GiB`

/** Bytes of the rasters that a person uploaded, as they were sent, and of their uploads in progress, as announced. */
async function usedBytes(db: Executor, personId: number): Promise<number> {
  const { rows } = await db.execute<{ used: string }>(sql`
    select coalesce((select sum(f.size) from assets a join files f on f.id = a.file_id
      where a.created_by = ${personId}), 0)
    + coalesce((select sum(size) from uploads
      where created_by = ${personId} and expires_at > now()), 0) as used`)
  return Number(rows[0].used)
}

export async function bytesLeft(db: Executor, config: AppConfig, personId: number): Promise<number> {
  return Math.max(0, config.uploads.quotaBytes - (await usedBytes(db, personId)))
}

export const overQuota = ({ uploads: { quotaBytes } }: AppConfig, left: number) =>
  new ServiceError(
    'too-large',
    sentence`Your storage limit for rasters is ${inGiB(quotaBytes)}. Only ${inGiB(left)} are left, too little for this file. Delete rasters or unfinished uploads that you no longer need, or ask the operator of the service for more.`,
  )

/** Until `tx` ends, another call of this person that wants the lock waits. */
export const lockQuota = (tx: Executor, personId: number) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')

/** Call `lockQuota` first. */
export async function requireQuota(
  tx: Executor,
  config: AppConfig,
  personId: number,
  size: number,
): Promise<void> {
  const left = await bytesLeft(tx, config, personId)
  if (size > left) throw overQuota(config, left)
}

/** In the transaction that adopted `size` bytes: together, files that arrived at the same time may be too many. */
export async function requireStillWithinQuota(
  tx: Executor,
  config: AppConfig,
  personId: number | null,
  size: number,
): Promise<void> {
  if (personId === null) return
  await lockQuota(tx, personId)
  const left = config.uploads.quotaBytes - (await usedBytes(tx, personId))
  if (left < 0) throw overQuota(config, Math.max(0, left + size))
}
