import type { FileType } from '#contract/jobs/output-types.ts'
import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { files, job_outputs } from '../../db/schema.ts'
import { storedColumns } from '../../db/schema/stored-columns.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireJob } from '../jobs/internal.ts'

/** The stored file of an output; else a sentence that says why there is none. */
export async function findOutput(db: Executor, jobId: number, type: FileType) {
  const [file] = await db
    .select(storedColumns)
    .from(job_outputs)
    .innerJoin(files, eq(files.id, job_outputs.file_id))
    .where(and(eq(job_outputs.job_id, jobId), eq(job_outputs.type, type)))
  if (file) return file
  const { status } = await requireJob(db, jobId)
  if (status === 'pending' || status === 'running') {
    throw new ServiceError(
      'conflict',
      sentence`Job ${jobId} is ${status}; its outputs are available once it is completed.`,
    )
  }
  if (status === 'completed')
    throw new ServiceError('not-found', sentence`Job ${jobId} has no output '${type}'.`)
  throw new ServiceError('conflict', sentence`Job ${jobId} is ${status}, so it has no output '${type}'.`)
}
