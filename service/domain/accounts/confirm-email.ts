import { sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { record } from '../audit/record.ts'
import { confirmAddress } from './confirm-address.ts'
import type { Origin } from './origin.ts'
import { useRegistration } from './use-registration.ts'

/** Everyone who can approve the person is notified. */
async function notifyAdmins(tx: Executor): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select u.email from users u join user_roles r on r.user_id = u.id
    where r.role = 'admin' and u.disabled_at is null and u.email_confirmed_at is not null and u.admitted_at is not null`)
  for (const { email } of rows) await queueMail(tx, { kind: 'waiting-for-approval', to: email })
}

/** Confirms the address that the token was sent to, with the name and password of the token's registration. */
export async function confirmEmail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  token: string,
  from: Origin,
): Promise<{ msg: string }> {
  const mayEnter = await transactionWithAudit(db, async (tx) => {
    const userId = await useRegistration(tx, token)
    await record(tx, { action: 'confirm-email', result: 'ok', userId, ...from })
    const entered = await confirmAddress(tx, config, userId)
    if (!entered) await notifyAdmins(tx)
    return entered
  })
  return {
    msg: mayEnter
      ? 'Your email address is confirmed. You can log in now.'
      : 'Your email address is confirmed. An admin now has to approve your account; you will get an email then.',
  }
}
