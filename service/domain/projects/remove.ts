import { count, eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { projects, submissions } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** A project with submissions is kept, and the error says how many; its members lose nothing else. */
export async function remove(db: Database, id: number): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const [project] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
    if (!project) throw new ServiceError('not-found', sentence`There is no project ${id}.`)
    const [{ used }] = await tx
      .select({ used: count() })
      .from(submissions)
      .where(eq(submissions.project_id, id))
    if (used > 0)
      throw new ServiceError(
        'conflict',
        sentence`'${project.name}' has ${used === 1 ? 'one submission' : `${used} submissions`} and is kept. Set its status to completed or cancelled instead.`,
      )
    await tx.delete(projects).where(eq(projects.id, id))
    return { msg: `'${project.name}' was deleted.` }
  })
}
