import { randomBytes } from 'node:crypto'
import { FIRST_ACCOUNT } from '#contract/accounts.ts'
import { sql } from 'drizzle-orm'
import type { AppConfig } from '#config'
import type { Database } from '../../db/client.ts'
import { user_roles, users } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { hashPassword } from './password.ts'

const LOCK = 7_283_602

export interface FirstAccount {
  email: string
  /** The one-time password, to be shown once; null when ADMIN_PASSWORD gave it. */
  password: string | null
}

/** Makes the first account where there is none at all; null when somebody is there already. */
export async function ensureFirstAdmin(
  db: Database,
  { admin }: Pick<AppConfig, 'admin'>,
): Promise<FirstAccount | null> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const anybody = await tx.select({ id: users.id }).from(users).limit(1)
    if (anybody.length > 0) return null
    const oneTime = admin.password === undefined ? randomBytes(12).toString('base64url') : null
    const now = new Date()
    const [{ id }] = await tx
      .insert(users)
      .values({
        email: admin.email,
        ...FIRST_ACCOUNT,
        password_hash: await hashPassword(admin.password ?? oneTime!),
        email_confirmed_at: now,
        admitted_at: now,
      })
      .returning({ id: users.id })
    await tx.insert(user_roles).values({ user_id: id, role: 'admin' })
    return { email: admin.email, password: oneTime }
  })
}
