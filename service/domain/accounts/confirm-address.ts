import { and, eq, isNull, sql } from '#drizzle'
import type { AppConfig } from '#config'
import type { Executor } from '../../db/client.ts'
import { registrations, user_roles, users } from '../../db/schema.ts'

/**
 * The person has proven that they own the address. People with an address in the organisation's domains become staff at
 * once; others wait for an admin. Returns whether they may log in now.
 */
export async function confirmAddress(
  tx: Executor,
  { registrationDomains }: Pick<AppConfig, 'registrationDomains'>,
  userId: number,
): Promise<boolean> {
  const [first] = await tx
    .update(users)
    .set({ email_confirmed_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.email_confirmed_at)))
    .returning({ email: users.email })
  // The first confirmation counts: it invalidates the links of all registrations.
  if (first) await tx.delete(registrations).where(eq(registrations.user_id, userId))
  if (first && registrationDomains.includes(first.email.split('@').at(-1)!.toLowerCase())) {
    const [entered] = await tx
      .update(users)
      .set({ admitted_at: sql`now()` })
      .where(and(eq(users.id, userId), isNull(users.admitted_at)))
      .returning({ id: users.id })
    if (entered) await tx.insert(user_roles).values({ user_id: userId, role: 'staff' }).onConflictDoNothing()
  }
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  return user.admitted_at !== null && user.disabled_at === null
}
