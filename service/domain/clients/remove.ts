import { count, eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { clients, projects } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** A client that has projects is kept, and the error says how many. */
export async function remove(db: Database, id: number): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const [client] = await tx.select().from(clients).where(eq(clients.id, id)).for('update')
    if (!client) throw new ServiceError('not-found', sentence`There is no client ${id}.`)
    const [{ used }] = await tx.select({ used: count() }).from(projects).where(eq(projects.client_id, id))
    if (used > 0)
      throw new ServiceError(
        'conflict',
        sentence`'${client.name}' has ${used === 1 ? 'one project' : `${used} projects`}; give ${used === 1 ? 'it' : 'them'} another client first.`,
      )
    await tx.delete(clients).where(eq(clients.id, id))
    return { msg: `'${client.name}' was deleted.` }
  })
}
