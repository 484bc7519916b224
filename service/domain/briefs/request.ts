import type { Body } from '#contract/endpoint.ts'
import { type Brief, MAX_UNIT_SHEETS, type requestBrief as contract } from '#contract/jobs/briefs.ts'
import { and, eq, inArray } from '#drizzle'
import type { Database } from '../../db/client.ts'
import type { Services } from '../../context.ts'
import { briefs, job_adm } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { type Sentence, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { writeBrief } from '../../tasks/briefs/write-brief.definition.ts'
import { requireJob } from '../jobs/internal.ts'
import { dropOldBriefs } from './drop-old.ts'
import { getBrief } from './get.ts'

/** Unfinished ones of a person at the same time. */
const MAX_UNFINISHED = 10

/** Queues a document about a completed job. */
export async function requestBrief(
  services: Services,
  jobId: number,
  request: Body<typeof contract>,
  personId: number,
): Promise<Brief> {
  const { db, queue } = services
  const { status } = await requireJob(db, jobId)
  if (status !== 'completed')
    throw new ServiceError('conflict', sentence`Job ${jobId} is ${status}; only a completed job has briefs.`)
  await requireUnits(db, jobId, request)
  await dropOldBriefs(services)
  const { id } = await transactionWithAudit(db, async (tx) => {
    const unfinished = await tx.$count(
      briefs,
      and(eq(briefs.created_by, personId), inArray(briefs.status, ['received', 'writing'])),
    )
    if (unfinished >= MAX_UNFINISHED)
      throw new ServiceError(
        'too-many',
        sentence`${unfinished} of your briefs are not written yet. Request more when they are finished.`,
      )
    const [brief] = await tx
      .insert(briefs)
      .values({ ...request, job_id: jobId, created_by: personId })
      .returning({ id: briefs.id })
    await queue.send(tx, writeBrief, { brief_id: brief.id }, { priority: -unfinished })
    return brief
  })
  return getBrief(db, { id: jobId, brief: id }, personId)
}

/** @throws ServiceError 'invalid' unless a level is named where it is needed, and the job has units of it */
async function requireUnits(
  db: Database,
  jobId: number,
  { kind, level }: Body<typeof contract>,
): Promise<void> {
  const reject = (message: Sentence) => new ServiceError('invalid', message, { field: 'level' })
  if (kind !== 'unit-sheets') {
    if (level !== undefined) throw reject(sentence`Only unit sheets have a level.`)
    return
  }
  if (level === undefined) throw reject(sentence`Choose the level of the unit sheets, 1 or 2.`)
  const units = await db.$count(job_adm, and(eq(job_adm.job_id, jobId), eq(job_adm.level, level)))
  if (units === 0) throw reject(sentence`Job ${jobId} has no units of level ${level}.`)
  if (units > MAX_UNIT_SHEETS)
    throw reject(
      sentence`Job ${jobId} has ${units} units of level ${level}; unit sheets are for at most ${MAX_UNIT_SHEETS}.`,
    )
}
