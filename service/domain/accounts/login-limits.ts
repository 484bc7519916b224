import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { type Attempt, requireNoWait, returnAttempt } from './attempt-limits.ts'

/** Wrong tries within five minutes. */
export const WINDOW_SECONDS = 300
export const MAX_PER_ACCOUNT = 5
export const MAX_PER_ADDRESS = 50

/** Whom a try is for; what nobody has is null or false. */
export interface Person {
  id: number
  name: string
  passwordHash: string
  confirmed: boolean
  admitted: boolean
  disabled: boolean
}

interface Row extends Record<string, unknown> {
  wait: number
  at: string
  user_id: number | null
  user_name: string
  password_hash: string
  confirmed: boolean
  admitted: boolean
  disabled: boolean
}

/**
 * Takes one of the tries that are left, before any hashing: it counts as wrong until it turns out to be right. Answers
 * with whom it is for too, so that a sign-in waits for the database once before its hash.
 */
export async function takeLoginTry(
  db: Database,
  email: string,
  ip: string,
): Promise<{ attempt: Attempt; person: Person | null }> {
  const subjects = [`account:${email}`, `address:${ip}`]
  const { rows } = await db.execute<Row>(sql`
    select wait, taken_at::text as at, user_id, user_name, password_hash, confirmed, admitted, disabled
    from begin_sign_in(${email}, ${sql.param(subjects)}::text[],
      array[${MAX_PER_ACCOUNT}, ${MAX_PER_ADDRESS}]::integer[], array[${WINDOW_SECONDS}, ${WINDOW_SECONDS}]::integer[])`)
  const [{ wait, at, user_id: id, user_name: name, password_hash: passwordHash, ...flags }] = rows
  requireNoWait(wait, 'Too many wrong tries.')
  const { confirmed, admitted, disabled } = flags
  const person = id === null ? null : { id, name, passwordHash, confirmed, admitted, disabled }
  return { attempt: { subjects, at }, person }
}

/** Nothing was tried after all (no hash was computed): both subjects get the try back. */
export const returnLoginTry = returnAttempt
