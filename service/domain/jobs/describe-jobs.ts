import type { Job } from '#contract/job-shapes.ts'
import type { Tag } from '#contract/tag-list.ts'
import { eq, inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText } from '../../db/list-query.ts'
import { job_tags, tags } from '../../db/schema.ts'
import { queuePositions } from './queue-positions.ts'

/** Adds tags and places in the queue to a page of jobs: two more statements for any length. */
export async function describeJobs<T extends Job>(db: Executor, page: T[]): Promise<T[]> {
  if (page.length === 0) return page
  const rows = await db
    .select({ job_id: job_tags.job_id, id: tags.id, name: tags.name, colour: tags.colour })
    .from(job_tags)
    .innerJoin(tags, eq(tags.id, job_tags.tag_id))
    .where(
      inArray(
        job_tags.job_id,
        page.map(({ id }) => id),
      ),
    )
    .orderBy(byText(tags.name))
  const tagsOf = new Map<number, Tag[]>()
  for (const { job_id, ...tag } of rows) tagsOf.set(job_id, [...(tagsOf.get(job_id) ?? []), tag])
  const positions = await queuePositions(
    db,
    page.filter(({ status }) => status === 'pending').map(({ id }) => id),
  )
  return page.map((job) => ({
    ...job,
    tags: tagsOf.get(job.id) ?? [],
    queue_position: positions.get(job.id) ?? null,
  }))
}
