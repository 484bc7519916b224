import { inArray } from '#drizzle'
import type { Database } from '#service/db/client.ts'
import { jobs } from '#service/db/schema.ts'

type JobRow = typeof jobs.$inferSelect

/** Polls until the jobs match; the test's own time-out is the limit. */
export async function waitForJobs(
  db: Database,
  ids: readonly number[],
  wanted: (job: JobRow) => boolean,
): Promise<JobRow[]> {
  for (;;) {
    const rows = await db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [...ids]))
    if (rows.length === ids.length && rows.every(wanted)) return rows.sort((a, b) => a.id - b.id)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const waitUntilEnded = (db: Database, ids: readonly number[]) =>
  waitForJobs(db, ids, ({ status }) => status !== 'pending' && status !== 'running')
