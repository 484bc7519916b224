import { eq } from '#drizzle'
import type { Database } from '#service/db/client.ts'
import { sessions } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { hashToken } from './find-session.ts'

/** Ends this token's session; the person's other sessions stay open. */
export async function logOut(db: Database, token: string): Promise<{ msg: string }> {
  await transactionWithAudit(db, (tx) => tx.delete(sessions).where(eq(sessions.token_hash, hashToken(token))))
  return { msg: 'You are logged out.' }
}
