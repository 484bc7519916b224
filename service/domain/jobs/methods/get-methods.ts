import type { JobMethods } from '#contract/jobs/job-methods.ts'
import { and, eq } from '#drizzle'
import type { Services } from '../../../context.ts'
import { files, job_outputs, jobs } from '../../../db/schema.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '../../../service-error.ts'
import { readReport } from '../get-report.ts'
import { requireJob } from '../internal.ts'
import { gatherRecord } from './gather-record.ts'
import { methodsPage } from './methods-page.ts'
import type { MethodsRecord, StoredProvenance } from './methods-record.ts'
import { writeMethods } from './write-methods.ts'

/** The methods of a completed job, with what its survey and project say now. */
export const getMethods = async (services: Pick<Services, 'db' | 'files'>, id: number): Promise<JobMethods> =>
  writeMethods(await readRecord(services, id))

/** What they are written from. */
export async function readRecord(
  { db, files: store }: Pick<Services, 'db' | 'files'>,
  id: number,
): Promise<MethodsRecord> {
  const { status } = await requireJob(db, id)
  if (status !== 'completed')
    throw new ServiceError(
      'conflict',
      status === 'pending' || status === 'running'
        ? sentence`Job ${id} is ${status}; its methods are available once it is completed.`
        : sentence`Job ${id} is ${status}, so it has no methods.`,
    )
  const report = await readReport(db, eq(jobs.id, id), `job ${id}`)
  const [provenance] = await db
    .select({ key: files.key })
    .from(job_outputs)
    .innerJoin(files, eq(files.id, job_outputs.file_id))
    .where(and(eq(job_outputs.job_id, id), eq(job_outputs.type, 'provenance')))
  const stored = JSON.parse((await store.readAll(provenance.key)).toString('utf8')) as StoredProvenance
  return gatherRecord(db, report, stored)
}

/** The same as one page. */
export async function getMethodsPage(services: Pick<Services, 'db' | 'files'>, id: number) {
  const methods = await getMethods(services, id)
  return { name: `${methods.job_key}-methods.html`, content: Buffer.from(methodsPage(methods)) }
}
