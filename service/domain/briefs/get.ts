import type { Brief } from '#contract/jobs/briefs.ts'
import { and, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { briefs, files } from '../../db/schema.ts'
import { storedColumns } from '../../db/schema/stored-columns.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

interface Which {
  /** The job's. */
  id: number
  brief: number
}

const isTheirs = ({ id, brief }: Which, personId: number) =>
  and(eq(briefs.id, brief), eq(briefs.job_id, id), eq(briefs.created_by, personId))

export async function getBrief(db: Executor, which: Which, personId: number): Promise<Brief> {
  const [row] = await db
    .select({
      id: briefs.id,
      job_id: briefs.job_id,
      kind: briefs.kind,
      language: briefs.language,
      level: briefs.level,
      status: briefs.status,
      fraction: briefs.fraction,
      reason: briefs.reason,
      name: files.name,
      size: files.size,
      created_at: briefs.created_at,
    })
    .from(briefs)
    .leftJoin(files, eq(files.id, briefs.file_id))
    .where(isTheirs(which, personId))
  if (!row)
    throw new ServiceError('not-found', sentence`You have no brief ${which.brief} of job ${which.id}.`)
  return { ...row, created_at: row.created_at.toISOString() }
}

/** The stored file; else a sentence that says why there is none. */
export async function findBriefFile(db: Executor, which: Which, personId: number) {
  const [file] = await db
    .select(storedColumns)
    .from(briefs)
    .innerJoin(files, eq(files.id, briefs.file_id))
    .where(isTheirs(which, personId))
  if (file) return file
  const { status } = await getBrief(db, which, personId)
  throw status === 'failed'
    ? new ServiceError('conflict', sentence`The brief ${which.brief} could not be written; request it again.`)
    : new ServiceError('conflict', sentence`The brief ${which.brief} is not written yet.`)
}
