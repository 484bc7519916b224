import { counted } from '#common/counted.ts'
import type { TagUse } from '#contract/projects/tags.ts'
import { eq } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { tags } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getUse } from './get-use.ts'

/** A tag in use is deleted only if the caller confirms it after being shown where it is used. */
export async function remove(db: Database, id: number, evenIfUsed: boolean): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const [tag] = await tx.select().from(tags).where(eq(tags.id, id)).for('update')
    if (!tag) throw new ServiceError('not-found', sentence`There is no tag ${id}.`)
    const use = await getUse(tx, id)
    const where = whereUsed(use)
    if (where !== '' && !evenIfUsed)
      throw new ServiceError('conflict', sentence`'${tag.name}' is used by ${where}; nothing was deleted.`, {
        errors: [
          ...use.job_ids.map((jobId) => ({ message: `Job ${jobId} has this tag.` })),
          ...use.product_ids.map((productId) => ({ message: `Product ${productId} has this tag.` })),
        ],
      })
    await tx.delete(tags).where(eq(tags.id, id))
    const removed = where === '' ? '' : ` and removed from ${where}`
    return { msg: `'${tag.name}' was deleted${removed}.` }
  })
}

function whereUsed({ jobs, submissions, products }: TagUse): string {
  const parts = []
  if (jobs > 0) parts.push(`${counted(jobs, 'job')} of ${counted(submissions, 'submission')}`)
  if (products > 0) parts.push(`${counted(products, 'product')} of the catalogue`)
  return parts.join(' and ')
}
