import { sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
import { sideTransaction } from '../../db/transaction.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** The allowed attempts for this subject within the window; 'account:<email>', 'address:<ip>' and the like. */
interface AttemptLimit {
  subject: string
  max: number
  windowSeconds: number
}

/** Counted attempts, to be returned if they turn out not to count. */
export interface Attempt {
  subjects: string[]
  at: string
}

/**
 * Takes one attempt of each limit, or none and throws 429 with the seconds to wait. Counted in the database by its
 * clock, so that limits hold across restarts and processes, and fifty concurrent attempts still find only `max` slots.
 */
export async function takeAttempt(
  db: Database,
  limits: readonly AttemptLimit[],
  what: string,
): Promise<Attempt> {
  const subjects = limits.map(({ subject }) => subject)
  return sideTransaction(db, async (tx) => {
    // The attempt counts from the commit on and need not reach the disk first: the audit entry that precedes any
    // answer does wait for the disk, and the log is written in order, so a crash undoes only attempts without answer.
    await tx.execute(sql`
      select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(subject, 7))
      from unnest(${sql.param(subjects)}::text[]) as subject`)
    const { rows } = await tx.execute<{ wait: number | null; at: string }>(sql`
      with used_up as (
        select extract(epoch from f.at + make_interval(secs => l.seconds) - clock_timestamp()) as free_in
        from unnest(${sql.param(subjects)}::text[], ${sql.param(limits.map(({ max }) => max))}::integer[],
          ${sql.param(limits.map(({ windowSeconds }) => windowSeconds))}::integer[]) as l (subject, max, seconds)
        cross join lateral (
          select at from login_failures
          where subject = l.subject and at > clock_timestamp() - make_interval(secs => l.seconds)
          order by at desc offset l.max - 1 limit 1) as f
      ), taken as (
        insert into login_failures (subject, at)
        select subject, statement_timestamp() from unnest(${sql.param(subjects)}::text[]) as subject
        where not exists (select from used_up)
      )
      select (select greatest(1, ceil(max(free_in)))::integer from used_up having count(*) > 0) as wait,
        statement_timestamp()::text as at`)
    const [{ wait, at }] = rows
    if (wait !== null)
      throw new ServiceError(
        'too-many',
        sentence`${fixed(what)} Wait ${Math.ceil(wait / 60)} min and try again.`,
        {
          headers: { 'Retry-After': String(wait) },
        },
      )
    return { subjects, at }
  })
}

/** The attempt did not count after all: returns it to each subject. */
export async function returnAttempt(db: Executor, { subjects, at }: Attempt): Promise<void> {
  await db.execute(sql`
    delete from login_failures where ctid in (
      select distinct on (subject) ctid from login_failures
      where subject = any(${sql.param(subjects)}::text[]) and at = ${at}::timestamptz)`)
}

/** Resets the subject. */
export async function forgetAttempts(db: Executor, subject: string): Promise<void> {
  await db.execute(sql`delete from login_failures where subject = ${subject}`)
}

/**
 * Deletes old attempts, a few at a time, so that no login waits for the traces of a long attack; skips rows that another
 * session is deleting.
 */
export async function sweepAttempts(db: Executor): Promise<void> {
  await db.execute(sql`
    delete from login_failures where ctid in (
      select ctid from login_failures where at < now() - interval '1 day' order by at limit 100
      for update skip locked)`)
}

const MINUTE = 60

/** Limits for failed logins within five minutes: five of one account, fifty of one caller. */
export const takeLoginAttempt = (db: Database, email: string, ip: string) =>
  takeAttempt(
    db,
    [
      { subject: `account:${email}`, max: 5, windowSeconds: 5 * MINUTE },
      { subject: `address:${ip}`, max: 50, windowSeconds: 5 * MINUTE },
    ],
    'Too many failed attempts.',
  )

/** Limits for sending a message: three per quarter of an hour to one address, ten per hour per caller. */
export const takeMessageAttempt = (db: Database, purpose: string, email: string, ip: string) =>
  takeAttempt(
    db,
    [
      { subject: `${purpose}:${email}`, max: 3, windowSeconds: 15 * MINUTE },
      { subject: `${purpose}-address:${ip}`, max: 10, windowSeconds: 60 * MINUTE },
    ],
    'Too many messages were requested.',
  )
