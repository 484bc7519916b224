import type { Database } from '../../db/client.ts'
import { type Attempt, forgetAttempts, returnAttempt, takeAttempt } from './attempt-limits.ts'

/** Wrong tries within five minutes. */
export const WINDOW_SECONDS = 300
export const MAX_PER_ACCOUNT = 5
export const MAX_PER_ADDRESS = 50

const accountOf = (email: string) => `account:${email}`

/** Takes one of the tries that are left, before any hashing: it counts as wrong until it turns out to be right. */
export const takeLoginTry = (db: Database, email: string, ip: string): Promise<Attempt> =>
  takeAttempt(
    db,
    [
      { subject: accountOf(email), max: MAX_PER_ACCOUNT, windowSeconds: WINDOW_SECONDS },
      { subject: `address:${ip}`, max: MAX_PER_ADDRESS, windowSeconds: WINDOW_SECONDS },
    ],
    'Too many wrong tries.',
  )

/** Nothing was tried after all (no hash was computed): both subjects get the try back. */
export const returnLoginTry = returnAttempt

/** The try was right: the account starts anew, the address gets its try back. */
export async function forgiveLoginTry(db: Database, email: string, attempt: Attempt): Promise<void> {
  await returnAttempt(db, attempt)
  await forgetAttempts(db, accountOf(email))
}
