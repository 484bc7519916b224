import type { Tag } from '#contract/tags.ts'
import type { Executor } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'
import { refuseTakenName } from './internal.ts'

export async function create(db: Executor, { name, colour }: { name: string; colour: string }): Promise<Tag> {
  const rows = await db
    .insert(tags)
    .values({ name, colour })
    .returning()
    .catch((error: unknown) => refuseTakenName(error, name))
  return rows[0]
}
