import { eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'
import { brokenConstraint } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export async function requireTag(db: Executor, id: number): Promise<typeof tags.$inferSelect> {
  const [tag] = await db.select().from(tags).where(eq(tags.id, id))
  if (!tag) throw new ServiceError('not-found', sentence`There is no tag ${id}.`)
  return tag
}

/** The unique index decides, also between concurrent calls. */
export function rejectTakenName(error: unknown, name: string): never {
  if (brokenConstraint(error) !== 'tags_name_key') throw error
  const message = sentence`A tag named '${name}' already exists; merge the two instead.`
  throw new ServiceError('conflict', message, { field: 'name' })
}
