import { sql } from '#drizzle'
import type { register as call } from '#contract/accounts/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Services } from '../../context.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { record } from '../audit/record.ts'
import { takeMessageAttempt } from './attempt-limits.ts'
import { validatePassword } from './passwords/validate-password.ts'
import type { Origin } from './origin.ts'
import { hashPassword } from './password.ts'

/** Delivery of a message is tried for a day, and its link is valid for another. */
const KEEP_DAYS = 3

/**
 * Requests an account. An address that already has one gets a message that says so; the answer is the same, after the
 * same work. Another registration of an unconfirmed address does not change the first: each has its own message and
 * link, and the link that is opened first decides which one counts.
 */
export async function register(
  { db, config }: Pick<Services, 'db' | 'config'>,
  body: Body<typeof call>,
  from: Origin,
): Promise<{ msg: string }> {
  const email = body.email.toLowerCase()
  await validatePassword(body.password, body, config, 'password')
  await takeMessageAttempt(db, 'register', email, from.address)
  const password_hash = await hashPassword(body.password)
  await transactionWithAudit(db, async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      with account as (
        insert into users (email, first_name, last_name, password_hash)
        values (${email}, ${body.first_name}, ${body.last_name}, ${password_hash})
        on conflict (lower(email)) do update set registered_again = true
        where users.email_confirmed_at is null and users.disabled_at is null
        returning id
      ), past as (
        delete from registrations r using account
        where r.user_id = account.id and r.created_at < now() - make_interval(days => ${KEEP_DAYS})
      )
      insert into registrations (user_id, first_name, last_name, password_hash)
      select id, ${body.first_name}, ${body.last_name}, ${password_hash} from account
      returning id`)
    await queueMail(tx, { kind: 'confirm-email', to: email, registration: rows[0]?.id })
    await record(tx, { action: 'register', result: 'ok', ...from })
  })
  return { msg: 'Thank you. A message is on its way to this address; open its link to continue.' }
}
