import { BRIEF_HOURS } from '#contract/jobs/briefs.ts'
import { inArray, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { briefs, files } from '../../db/schema.ts'
import { sideTransaction } from '../../db/transaction.ts'
import { dropLoose, releaseFile } from '../../files/loose-files.ts'

/** Deletes the briefs that were requested more than a day ago by anyone, and their files. */
export async function dropOldBriefs(services: Pick<Services, 'db' | 'files' | 'log'>): Promise<void> {
  const keys = await sideTransaction(services.db, async (tx) => {
    const old = await tx
      .delete(briefs)
      .where(sql`${briefs.created_at} < now() - make_interval(hours => ${BRIEF_HOURS})`)
      .returning({ fileId: briefs.file_id })
    const ids = old.flatMap(({ fileId }) => fileId ?? [])
    const gone =
      ids.length === 0
        ? []
        : await tx.delete(files).where(inArray(files.id, ids)).returning({ key: files.key })
    for (const { key } of gone) await releaseFile(tx, key)
    return gone.map(({ key }) => key)
  })
  await dropLoose(services, keys)
}
