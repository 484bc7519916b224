import { sql } from 'drizzle-orm'
import type { register as call } from '#contract/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Services } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { record } from '../audit/record.ts'
import { voidTokens } from './account-tokens.ts'
import { takeMessageAttempt } from './attempt-limits.ts'
import { judgePassword } from './judge-password.ts'
import type { Origin } from './origin.ts'
import { hashPassword } from './password.ts'

/**
 * Asks for an account. Whoever has one already gets a message that says so; the answer is the same, after the same
 * work. As long as an address is not confirmed, the latest registration of it counts.
 */
export async function register(
  { db, config }: Pick<Services, 'db' | 'config'>,
  body: Body<typeof call>,
  from: Origin,
): Promise<{ msg: string }> {
  const email = body.email.toLowerCase()
  judgePassword(body.password, body, config, 'password')
  await takeMessageAttempt(db, 'register', email, from.address)
  const password_hash = await hashPassword(body.password)
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      insert into users (email, first_name, last_name, password_hash)
      values (${email}, ${body.first_name}, ${body.last_name}, ${password_hash})
      on conflict (lower(email)) do update set
        first_name = excluded.first_name, last_name = excluded.last_name, password_hash = excluded.password_hash
      where users.email_confirmed_at is null and users.disabled_at is null`)
    await voidTokens(tx, email, 'confirm-email')
    await queueMail(tx, { kind: 'confirm-email', to: email })
    await record(tx, { action: 'register', result: 'ok', ...from })
  })
  return { msg: 'Thank you. A message is on its way to this address; open its link to go on.' }
}
