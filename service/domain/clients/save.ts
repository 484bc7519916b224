import type { Client } from '#contract/projects/client-list.ts'
import { eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { clients } from '../../db/schema.ts'
import { brokenConstraint, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** The unique index decides, also between concurrent calls. */
function rejectTakenName(error: unknown, name: string): never {
  if (!brokenConstraint(error)?.startsWith('clients_')) throw error
  const message = sentence`A client named '${name}' already exists.`
  throw new ServiceError('conflict', message, { field: 'name' })
}

export async function create(db: Database, { name }: { name: string }): Promise<Client> {
  const made = transactionWithAudit(db, async (tx) => {
    const [row] = await tx.insert(clients).values({ name }).returning()
    return row
  })
  return made.catch((error: unknown) => rejectTakenName(error, name))
}

export async function change(db: Database, id: number, { name }: { name: string }): Promise<Client> {
  const changed = transactionWithAudit(db, async (tx) => {
    const [row] = await tx.update(clients).set({ name }).where(eq(clients.id, id)).returning()
    if (!row) throw new ServiceError('not-found', sentence`There is no client ${id}.`)
    return row
  })
  return changed.catch((error: unknown) => rejectTakenName(error, name))
}
