import { createHash } from 'node:crypto'
import { and, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { idempotency_keys } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Nobody repeats a request after this long. */
const KEPT_HOURS = 24

/** One intended request: the same person, key and body mean the same submission. */
export interface Intent {
  userId: number
  key: string
  bodySha256: string
}

function requireKey(key: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new ServiceError(
    'invalid',
    sentence`The Idempotency-Key must be 1 to 200 printable characters without spaces, e.g. a UUID.`,
  )
}

/** Null without a key: then every request is separate. */
export const intentOf = (userId: number, key: string | undefined, digest: () => string): Intent | null =>
  key === undefined ? null : { userId, key: requireKey(key), bodySha256: digest() }

/**
 * Fields and files of a body, each prefixed with its length, so that shifting a boundary never gives the same digest.
 */
export function digestBody(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest('hex')
}

/** The submission that this request created before, or null. Another body under the same key is rejected. */
export async function findPrevious(db: Executor, intent: Intent): Promise<number | null> {
  const [row] = await db
    .select({ body: idempotency_keys.body_sha256, id: idempotency_keys.submission_id })
    .from(idempotency_keys)
    .where(
      and(
        eq(idempotency_keys.user_id, intent.userId),
        eq(idempotency_keys.key, intent.key),
        sql`${idempotency_keys.created_at} >= now() - make_interval(hours => ${KEPT_HOURS})`,
      ),
    )
  if (!row) return null
  if (row.body !== intent.bodySha256) {
    throw new ServiceError(
      'invalid',
      sentence`This Idempotency-Key was used for another submission; send a new one with a new key.`,
    )
  }
  return row.id
}

export const inFlight = () =>
  new ServiceError('conflict', sentence`This submission is already being processed; wait for its answer.`, {
    headers: { 'retry-after': '2' },
  })

/**
 * Takes the key within the transaction that writes the submission, so that a crash leaves neither. A call made while
 * another transaction holds the key is rejected at once.
 */
export async function claim(tx: Executor, intent: Intent): Promise<number | null> {
  const lock = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`submission/${intent.userId}/${intent.key}`}, 0)) as taken`,
  )
  if (!lock.rows[0].taken) throw inFlight()
  // Also deletes expired rows; those that another request is deleting at this moment are left to it.
  await tx.execute(sql`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_at < now() - make_interval(hours => ${KEPT_HOURS})
      for update skip locked)`)
  return findPrevious(tx, intent)
}

export async function record(tx: Executor, intent: Intent, submissionId: number): Promise<void> {
  await tx.insert(idempotency_keys).values({
    user_id: intent.userId,
    key: intent.key,
    body_sha256: intent.bodySha256,
    submission_id: submissionId,
  })
}
