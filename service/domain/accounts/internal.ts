import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { lockFor } from '../../db/lock-for.ts'
import { users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

type UserRow = typeof users.$inferSelect

/** Fetches and locks the row until the transaction ends, so that two admins act one after the other. */
export async function requireUser(tx: Executor, id: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  if (!user) throw new ServiceError('not-found', sentence`There is no person ${id}.`)
  return user
}

/** Throws if nobody else could administer the service. Two admins who would remove each other are serialized. */
export async function requireAnotherAdmin(tx: Executor, id: number): Promise<void> {
  await lockFor(tx, 'accounts/last-admin')
  const { rows } = await tx.execute(sql`
    select 1 from user_roles r join users u on u.id = r.user_id
    where r.role = 'admin' and u.id <> ${id}
      and u.disabled_at is null and u.email_confirmed_at is not null and u.admitted_at is not null
    limit 1`)
  if (rows.length === 0)
    throw new ServiceError('conflict', sentence`This is the last admin. Make someone else an admin first.`)
}
