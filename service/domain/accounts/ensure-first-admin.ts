import { randomBytes } from 'node:crypto'
import { FIRST_ACCOUNT } from '#contract/accounts/accounts.ts'
import type { Database } from '../../db/client.ts'
import { lockFor } from '../../db/lock-for.ts'
import { user_roles, users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { hashPassword } from './password.ts'

/** The settings of the first account. */
interface FirstPerson {
  email: string
  password?: string
  firstName?: string
  lastName?: string
}

interface FirstAccount {
  email: string
  /** The one-time password, to be shown once; null if ADMIN_PASSWORD was set. */
  password: string | null
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** From the settings, or else from the address: ada.lovelace@example.org is Ada Lovelace. */
export function nameOf({ email, firstName, lastName }: FirstPerson) {
  const words = email.slice(0, email.indexOf('@')).split(/[^\p{L}]+/u)
  const [first, ...rest] = words.filter(Boolean).map(capital)
  return {
    first_name: firstName ?? first ?? FIRST_ACCOUNT.first_name,
    last_name: lastName ?? (rest.join(' ') || FIRST_ACCOUNT.last_name),
  }
}

/** Creates the first account if there are none; null if any account exists. */
export async function ensureFirstAdmin(
  db: Database,
  { admin }: { admin: FirstPerson },
): Promise<FirstAccount | null> {
  return transactionWithAudit(db, async (tx) => {
    await lockFor(tx, 'accounts/first-admin')
    const anybody = await tx.select({ id: users.id }).from(users).limit(1)
    if (anybody.length > 0) return null
    const oneTime = admin.password === undefined ? randomBytes(12).toString('base64url') : null
    const now = new Date()
    const [{ id }] = await tx
      .insert(users)
      .values({
        email: admin.email,
        ...nameOf(admin),
        password_hash: await hashPassword(admin.password ?? oneTime!),
        email_confirmed_at: now,
        admitted_at: now,
      })
      .returning({ id: users.id })
    await tx.insert(user_roles).values({ user_id: id, role: 'admin' })
    return { email: admin.email, password: oneTime }
  })
}
