import { sql } from 'drizzle-orm'
import type { Database, Executor } from '../../db/client.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'

/** So many attempts for this subject within the window; 'account:<e-mail>', 'address:<ip>' and the like. */
export interface AttemptLimit {
  subject: string
  max: number
  windowSeconds: number
}

/** Attempts that were taken, to be given back when they turn out not to count. */
export interface Attempt {
  subjects: string[]
  at: string
}

async function secondsToWait(
  tx: Transaction,
  { subject, max, windowSeconds }: AttemptLimit,
): Promise<number> {
  // One after the other for each subject: two that count at once would both see a free place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 7))`)
  const { rows } = await tx.execute<{ wait: number | null }>(sql`
    select ceil(extract(epoch from at + make_interval(secs => ${windowSeconds}) - clock_timestamp()))::int as wait
    from login_failures
    where subject = ${subject} and at > clock_timestamp() - make_interval(secs => ${windowSeconds})
    order by at desc offset ${max - 1} limit 1`)
  return rows.length === 0 ? 0 : Math.max(1, rows[0].wait ?? 1)
}

/**
 * Takes one attempt of each limit, or none and throws 429 with the seconds to wait. Counted in the database by its
 * clock, so that limits hold over restarts and several processes, and fifty at the same moment find `max` places.
 */
export async function takeAttempt(
  db: Database,
  limits: readonly AttemptLimit[],
  what: string,
): Promise<Attempt> {
  return transaction(db, async (tx) => {
    let wait = 0
    for (const limit of limits) wait = Math.max(wait, await secondsToWait(tx, limit))
    if (wait > 0)
      throw new ServiceError('too-many', `${what} Please wait ${Math.ceil(wait / 60)} min and try again.`, {
        headers: { 'Retry-After': String(wait) },
      })
    const subjects = limits.map(({ subject }) => subject)
    const { rows } = await tx.execute<{ at: string }>(sql`
      insert into login_failures (subject, at)
      select subject, clock_timestamp() from unnest(${sql.param(subjects)}::text[]) as subject
      returning at::text as at`)
    return { subjects, at: rows[0].at }
  })
}

/** The attempt did not count after all: each subject gets it back. */
export async function returnAttempt(db: Executor, { subjects, at }: Attempt): Promise<void> {
  await db.execute(sql`
    delete from login_failures where ctid in (
      select distinct on (subject) ctid from login_failures
      where subject = any(${sql.param(subjects)}::text[]) and at >= ${at}::timestamptz
      order by subject, at)`)
}

/** The subject starts anew. What is long past is swept out by the way. */
export async function forgetAttempts(db: Executor, subject: string): Promise<void> {
  await db.execute(sql`
    delete from login_failures where subject = ${subject} or at < now() - interval '1 day'`)
}

const MINUTE = 60
const MESSAGES = 'So many messages were asked for already.'

/** What sends a message: three in a quarter of an hour to one address, ten an hour for whoever asks. */
export const takeMessageAttempt = (db: Database, purpose: string, email: string, ip: string) =>
  takeAttempt(
    db,
    [
      { subject: `${purpose}:${email}`, max: 3, windowSeconds: 15 * MINUTE },
      { subject: `${purpose}-address:${ip}`, max: 10, windowSeconds: 60 * MINUTE },
    ],
    MESSAGES,
  )
