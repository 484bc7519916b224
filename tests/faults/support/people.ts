import { randomBytes } from 'node:crypto'
import type { Role } from '../../../src/api/contract/endpoint.ts'
import type { Database } from '../../../service/db/client.ts'
import { user_roles, users } from '../../../service/db/schema.ts'
import { createSession } from '../../support/create-session.ts'

/** A person with an open session on any database. */
export async function addPerson(db: Database, role: Role) {
  const now = new Date()
  const [{ id }] = await db
    .insert(users)
    .values({
      email: `${randomBytes(6).toString('hex')}@strata.example`,
      first_name: 'Test',
      last_name: role,
      password_hash: '-',
      email_confirmed_at: now,
      admitted_at: now,
    })
    .returning({ id: users.id })
  await db.insert(user_roles).values({ user_id: id, role })
  const { token } = await createSession(db, { userId: id })
  return { id, headers: { authorization: `Bearer ${token}` } }
}
