import type { Tag } from '#contract/tags.ts'
import { eq } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'
import { ServiceError } from '../../service-error.ts'
import { refuseTakenName } from './internal.ts'

export async function change(
  db: Executor,
  id: number,
  { name, colour }: { name?: string; colour?: string },
): Promise<Tag> {
  if (name === undefined && colour === undefined)
    throw new ServiceError('invalid', 'Say what to change: name, colour, or both.')
  const [tag] = await db
    .update(tags)
    .set({ name, colour })
    .where(eq(tags.id, id))
    .returning()
    .catch((error: unknown) => refuseTakenName(error, name ?? ''))
  if (!tag) throw new ServiceError('not-found', `There is no tag ${id}.`)
  return tag
}
