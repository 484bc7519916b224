import { eq, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { record } from '../audit/record.ts'
import { voidTokens } from './account-tokens.ts'
import { takeMessageAttempt } from './attempt-limits.ts'
import type { Origin } from './origin.ts'

const EMAIL_MAX = 500
const MAYBE_SENT = 'If the account exists, a message has been sent.'

/**
 * Requests a message to an address. Whether it has an account is checked when the message is written, so that the
 * answer and its timing are the same for everyone.
 */
export async function requestMessage(
  { db }: Pick<Services, 'db'>,
  kind: 'confirm-email' | 'recover-password',
  address: string,
  from: Origin,
): Promise<{ msg: string }> {
  // No account has a longer one.
  const email = address.trim().toLowerCase().slice(0, EMAIL_MAX)
  await takeMessageAttempt(db, kind, email, from.address)
  await transactionWithAudit(db, async (tx) => {
    await voidTokens(tx, email, kind)
    await queueMail(tx, { kind, to: email })
    await record(tx, { action: `${kind}-request`, result: 'ok', ...(await findUser(tx, email)), ...from })
  })
  return { msg: MAYBE_SENT }
}

async function findUser(
  db: Executor,
  email: string,
): Promise<{ userId: number | null; userName: string | null }> {
  const [user] = await db
    .select({ id: users.id, first: users.first_name, last: users.last_name })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  return { userId: user?.id ?? null, userName: user ? `${user.first} ${user.last}` : null }
}
