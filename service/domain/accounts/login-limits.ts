import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { transaction, type Transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'

/** Wrong tries within five minutes, counted in the database, so that they hold over restarts and several processes. */
export const WINDOW_SECONDS = 300
export const MAX_PER_ACCOUNT = 5
export const MAX_PER_ADDRESS = 50

/** A try that counts as wrong until it turns out to be right. */
export interface LoginTry {
  account: string
  address: string
  at: string
}

async function secondsToWait(tx: Transaction, subject: string, max: number): Promise<number> {
  // One after the other for each subject: two that count at once would both see a free place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 7))`)
  const { rows } = await tx.execute<{ wait: number | null }>(sql`
    select ceil(extract(epoch from at + make_interval(secs => ${WINDOW_SECONDS}) - clock_timestamp()))::int as wait
    from login_failures
    where subject = ${subject} and at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
    order by at desc offset ${max - 1} limit 1`)
  return rows.length === 0 ? 0 : Math.max(1, rows[0].wait ?? 1)
}

/**
 * Takes one of the tries that are left, before any hashing; throws 429 with the seconds to wait when there is none.
 * The try is counted at once, so that fifty at the same moment find five places and no more.
 */
export async function takeLoginTry(db: Database, email: string, ip: string): Promise<LoginTry> {
  const account = `account:${email}`
  const address = `address:${ip}`
  return transaction(db, async (tx) => {
    const wait = Math.max(
      await secondsToWait(tx, account, MAX_PER_ACCOUNT),
      await secondsToWait(tx, address, MAX_PER_ADDRESS),
    )
    if (wait > 0)
      throw new ServiceError(
        'too-many',
        `Too many wrong tries. Please wait ${Math.ceil(wait / 60)} min and try again.`,
        {
          headers: { 'Retry-After': String(wait) },
        },
      )
    const { rows } = await tx.execute<{ at: string }>(sql`
      insert into login_failures (subject, at)
      select subject, clock_timestamp() from unnest(array[${account}, ${address}]) as subject
      returning at::text as at`)
    return { account, address, at: rows[0].at }
  })
}

/** Nothing was tried after all (no hash was computed): both subjects get the try back. */
export async function returnLoginTry(db: Database, { account, address, at }: LoginTry): Promise<void> {
  await db.execute(sql`
    delete from login_failures where ctid in (
      select distinct on (subject) ctid from login_failures
      where subject in (${account}, ${address}) and at >= ${at}::timestamptz
      order by subject, at)`)
}

/** The try was right: the account starts anew, the address gets its try back. What is long past is swept out by the way. */
export async function forgiveLoginTry(db: Database, attempt: LoginTry): Promise<void> {
  await returnLoginTry(db, attempt)
  await db.execute(sql`
    delete from login_failures where subject = ${attempt.account} or at < now() - interval '1 day'`)
}
