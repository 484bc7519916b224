import { and, eq, ne } from '#drizzle'
import type { Database, Executor } from '#service/db/client.ts'
import { access_tokens, sessions } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { ServiceError } from '#service/service-error.ts'
import { sentence } from '#service/sentence.ts'
import { hashToken } from './find-session.ts'
import { requireUser } from '../internal.ts'

/** Ends one session of a person. */
export const endSession = (db: Database, userId: number, id: number): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.user_id, userId), eq(sessions.id, id)))
      .returning({ id: sessions.id })
    if (ended.length === 0)
      throw new ServiceError('not-found', sentence`You have no session ${id}. It may have ended already.`)
    return { msg: 'This session is logged out.' }
  })

/** The same as `endAllSessions`, as a separate call. */
export const endSessionsOf = (db: Database, userId: number, keepToken?: string): Promise<number> =>
  transactionWithAudit(db, async (tx) => {
    await requireUser(tx, userId)
    return endAllSessions(tx, userId, keepToken)
  })

/** Ends every session of a person, except that of `keepToken`; returns how many there were. */
export async function endAllSessions(db: Executor, userId: number, keepToken?: string): Promise<number> {
  const others = keepToken === undefined ? undefined : ne(sessions.token_hash, hashToken(keepToken))
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), others))
    .returning({ id: sessions.id })
  return ended.length
}

/** Ends all access: sessions and access tokens. The calling session may be kept. */
export async function revokeAllAccess(tx: Executor, userId: number, keepToken?: string): Promise<void> {
  await endAllSessions(tx, userId, keepToken)
  await tx.delete(access_tokens).where(eq(access_tokens.user_id, userId))
}
