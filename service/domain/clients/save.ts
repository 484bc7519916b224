import type { Client } from '#contract/clients.ts'
import { eq } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { clients } from '../../db/schema.ts'
import { brokenConstraint } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'

/** The unique index decides, also between two who ask at the same moment. */
function refuseTakenName(error: unknown, name: string): never {
  if (!brokenConstraint(error)?.startsWith('clients_')) throw error
  const message = `There is a client '${name}' already.`
  throw new ServiceError('conflict', message, { errors: [{ field: 'name', message }] })
}

export async function create(db: Executor, { name }: { name: string }): Promise<Client> {
  const rows = await db
    .insert(clients)
    .values({ name })
    .returning()
    .catch((error: unknown) => refuseTakenName(error, name))
  return rows[0]
}

export async function change(db: Executor, id: number, { name }: { name: string }): Promise<Client> {
  const [row] = await db
    .update(clients)
    .set({ name })
    .where(eq(clients.id, id))
    .returning()
    .catch((error: unknown) => refuseTakenName(error, name))
  if (!row) throw new ServiceError('not-found', `There is no client ${id}.`)
  return row
}
