import { eq } from '#drizzle'
import type { updateMe as call } from '#contract/accounts/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { users } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'

/** Changes only the person's own name. */
export async function updateMe(
  db: Database,
  actor: Actor,
  { first_name, last_name }: Body<typeof call>,
): Promise<Actor> {
  const names = {
    first_name: first_name ?? actor.first_name,
    last_name: last_name ?? actor.last_name,
  }
  await transactionWithAudit(db, (tx) => tx.update(users).set(names).where(eq(users.id, actor.id)))
  return { ...actor, ...names, name: `${names.first_name} ${names.last_name}` }
}
