import type { Tag } from '#contract/projects/tag-list.ts'
import { eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { rejectTakenName } from './internal.ts'

export async function change(
  db: Database,
  id: number,
  { name, colour }: { name?: string; colour?: string },
): Promise<Tag> {
  if (name === undefined && colour === undefined)
    throw new ServiceError('invalid', sentence`Say what to change: name, colour, or both.`)
  const changed = transactionWithAudit(db, async (tx) => {
    const [tag] = await tx.update(tags).set({ name, colour }).where(eq(tags.id, id)).returning()
    if (!tag) throw new ServiceError('not-found', sentence`There is no tag ${id}.`)
    return tag
  })
  return changed.catch((error: unknown) => rejectTakenName(error, name ?? ''))
}
