import { eq } from '#drizzle'
import { final_marks, jobs } from '#service/db/schema.ts'
import type { TestService } from '../service.ts'

export async function readMark({ services: { db } }: TestService, id: number) {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  return { final: job.final, superseded_by: job.superseded_by }
}

/** Every final job, and how many marks there have been. */
export const readMarks = async ({ services: { db } }: TestService) => ({
  finals: await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.final, true)).orderBy(jobs.id),
  marks: (await db.select().from(final_marks)).length,
})
