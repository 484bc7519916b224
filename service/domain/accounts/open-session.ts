import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { createSession } from './create-session.ts'

/**
 * A session for somebody whose password was held against `passwordHash`; null when it is another by now. The lock lets
 * a change of password come wholly before, or after: then it ends this session with all others.
 */
export const openSession = (
  db: Database,
  session: { userId: number; userAgent?: string; address?: string },
  passwordHash: string,
): Promise<Awaited<ReturnType<typeof createSession>> | null> =>
  transaction(db, async (tx) => {
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, session.userId), eq(users.password_hash, passwordHash)))
      .for('share')
    return same ? createSession(tx, session) : null
  })
