import type { SubmissionChanges } from '#contract/submissions/submissions.ts'
import { eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { jobs, submissions } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export async function getDifferences(db: Executor, id: number): Promise<SubmissionChanges> {
  const [submission] = await db
    .select({ parent_id: submissions.parent_id, changes: submissions.changes })
    .from(submissions)
    .where(eq(submissions.id, id))
  if (!submission) throw new ServiceError('not-found', sentence`There is no submission ${id}.`)
  const { parent_id, changes } = submission
  if (parent_id === null || changes === null)
    throw new ServiceError('not-found', sentence`Submission ${id} has no parent: it was sent as a file.`)
  const rows = await db
    .select({ id: jobs.id, row: jobs.config_row })
    .from(jobs)
    .where(eq(jobs.submission_id, id))
  const jobOf = new Map(rows.map((job) => [job.row, job.id]))
  return {
    parent_id,
    layers: changes.layers.flatMap((layer) => {
      const job_id = jobOf.get(layer.row)
      return job_id === undefined ? [] : [{ ...layer, job_id }]
    }),
    cells: changes.cells,
  }
}
