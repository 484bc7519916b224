import type { Tag } from '#contract/projects/tag-list.ts'
import type { Database } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { rejectTakenName } from './internal.ts'

export async function create(db: Database, { name, colour }: { name: string; colour: string }): Promise<Tag> {
  const made = transactionWithAudit(db, async (tx) => {
    const [row] = await tx.insert(tags).values({ name, colour }).returning()
    return row
  })
  return made.catch((error: unknown) => rejectTakenName(error, name))
}
