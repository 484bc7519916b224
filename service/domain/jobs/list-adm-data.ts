import type { Answer } from '#contract/endpoint.ts'
import type { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { job_adm } from '../../db/schema.ts'
import { requireJob } from './internal.ts'

export async function listAdmData(db: Executor, id: number): Promise<Answer<typeof listJobAdmData>> {
  await requireJob(db, id)
  const rows = await db
    .select()
    .from(job_adm)
    .where(eq(job_adm.job_id, id))
    .orderBy(asc(job_adm.level), asc(job_adm.position))
  return {
    content: rows.map(({ job_id: _job, position: _position, ...row }) => row),
    totalElements: rows.length,
  }
}
