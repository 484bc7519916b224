import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'
import { absent } from './get.ts'

/** Cancels an inspection that is not finished, or deletes the record of one that is. */
export async function removeInspection(db: Executor, personId: number, id: number): Promise<{ msg: string }> {
  const [removed] = await db
    .delete(inspections)
    .where(and(eq(inspections.id, id), eq(inspections.created_by, personId)))
    .returning({ id: inspections.id })
  if (!removed) throw absent(id)
  return { msg: `The inspection ${id} was removed.` }
}
