import { eq, inArray, sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { job_tags, product_tags, tags } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Every job with the one tag gets the other instead; a job with both keeps one. */
export async function merge(db: Database, id: number, intoId: number): Promise<{ msg: string }> {
  if (id === intoId) throw new ServiceError('invalid', sentence`A tag cannot be merged into itself.`)
  return transactionWithAudit(db, async (tx) => {
    // In order of ids: two opposite merges of the same pair wait for each other instead of deadlocking.
    const found = await tx
      .select()
      .from(tags)
      .where(inArray(tags.id, [id, intoId]))
      .orderBy(tags.id)
      .for('update')
    const [from, into] = [id, intoId].map((wanted) => {
      const tag = found.find((one) => one.id === wanted)
      if (!tag) throw new ServiceError('not-found', sentence`There is no tag ${wanted}.`)
      return tag
    })
    await tx.execute(sql`
      insert into ${job_tags} (job_id, tag_id) select job_id, ${intoId}::int from ${job_tags} where tag_id = ${id}
      on conflict do nothing`)
    await tx.execute(sql`
      insert into ${product_tags} (product_id, tag_id)
      select product_id, ${intoId}::int from ${product_tags} where tag_id = ${id} on conflict do nothing`)
    await tx.delete(tags).where(eq(tags.id, id))
    return { msg: `'${from.name}' was merged into '${into.name}'.` }
  })
}
