import { sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { type Attempt, requireNoWait } from './attempt-limits.ts'

/** Failed attempts within five minutes. */
const WINDOW_SECONDS = 300
const MAX_PER_ACCOUNT = 5
const MAX_PER_ADDRESS = 50

/** The account of an attempt; null or false if there is none. */
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
 * Takes one of the remaining attempts before any hashing: it counts as failed until it succeeds. Also returns the
 * account, so that a login waits for the database only once before its hash.
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
  requireNoWait(wait, 'Too many failed attempts.')
  const { confirmed, admitted, disabled } = flags
  const person = id === null ? null : { id, name, passwordHash, confirmed, admitted, disabled }
  return { attempt: { subjects, at }, person }
}
