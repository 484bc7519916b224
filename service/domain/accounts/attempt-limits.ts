import { sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
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
  db: Executor,
  limits: readonly AttemptLimit[],
  what: string,
): Promise<Attempt> {
  const subjects = limits.map(({ subject }) => subject)
  const { rows } = await db.execute<{ wait: number; at: string }>(sql`
    select wait, taken_at::text as at from take_attempt(
      ${sql.param(subjects)}::text[], ${sql.param(limits.map(({ max }) => max))}::integer[],
      ${sql.param(limits.map(({ windowSeconds }) => windowSeconds))}::integer[])`)
  const [{ wait, at }] = rows
  requireNoWait(wait, what)
  return { subjects, at }
}

export function requireNoWait(seconds: number, what: string): void {
  if (seconds > 0)
    throw new ServiceError('too-many', `${what} Wait ${Math.ceil(seconds / 60)} min and try again.`, {
      headers: { 'Retry-After': String(seconds) },
    })
}

/** The attempt did not count after all: returns it to each subject. */
export async function returnAttempt(db: Executor, { subjects, at }: Attempt): Promise<void> {
  await db.execute(sql`
    delete from login_failures where ctid in (
      select distinct on (subject) ctid from login_failures
      where subject = any(${sql.param(subjects)}::text[]) and at = ${at}::timestamptz)`)
}

/** Resets the subject. Logging in deletes old rows. */
export async function forgetAttempts(db: Executor, subject: string): Promise<void> {
  await db.execute(sql`delete from login_failures where subject = ${subject}`)
}

const MINUTE = 60
const MESSAGES = 'Too many messages were requested.'

/** Limits for sending a message: three per quarter of an hour to one address, ten per hour per caller. */
export const takeMessageAttempt = (db: Database, purpose: string, email: string, ip: string) =>
  takeAttempt(
    db,
    [
      { subject: `${purpose}:${email}`, max: 3, windowSeconds: 15 * MINUTE },
      { subject: `${purpose}-address:${ip}`, max: 10, windowSeconds: 60 * MINUTE },
    ],
    MESSAGES,
  )
