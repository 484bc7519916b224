import type { TagUse } from '#contract/projects/tags.ts'
import { desc, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { job_tags, jobs, products } from '../../db/schema.ts'
import { isListed } from '../../db/is-listed.ts'
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
  const { rows } = await db.execute<{ id: number; products: number }>(sql`
    select ${products.id}, count(*) over ()::int as products
    from tags_of_products join ${products} on ${products.id} = tags_of_products.product_id
    where tags_of_products.tag_id = ${id} and ${isListed}
    order by ${products.id} desc limit ${SHOWN}`)
  return {
    ...counted,
    products: rows[0]?.products ?? 0,
    job_ids: newest.map((job) => job.id),
    product_ids: rows.map((product) => product.id),
  }
}
