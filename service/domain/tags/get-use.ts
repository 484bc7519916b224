import type { TagUse } from '#contract/tags.ts'
import { desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { countAll } from '../../db/list-query.ts'
import { job_tags, jobs, product_tags } from '../../db/schema.ts'
import { requireTag } from './internal.ts'

const SHOWN = 20

export async function getUse(db: Executor, id: number): Promise<TagUse> {
  await requireTag(db, id)
  const [counted] = await db
    .select({
      jobs: sql<number>`count(*)::int`,
      submissions: sql<number>`count(distinct ${jobs.submission_id})::int`,
    })
    .from(job_tags)
    .innerJoin(jobs, eq(jobs.id, job_tags.job_id))
    .where(eq(job_tags.tag_id, id))
  const newest = await db
    .select({ id: job_tags.job_id })
    .from(job_tags)
    .where(eq(job_tags.tag_id, id))
    .orderBy(desc(job_tags.job_id))
    .limit(SHOWN)
  const [{ products }] = await db
    .select({ products: countAll })
    .from(product_tags)
    .where(eq(product_tags.tag_id, id))
  return { ...counted, products, job_ids: newest.map((job) => job.id) }
}
