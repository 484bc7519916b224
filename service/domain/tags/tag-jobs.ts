import { counted } from '#common/counted.ts'
import { and, eq, inArray, sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
import { job_tags, jobs, submissions } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { ensureTags, findTags } from './ensure.ts'

/** The jobs concerned: these, or all of a submission. */
type Tagged = { jobIds: readonly number[] } | { submissionId: number }

/** All of them or none: one missing job rejects the whole call. */
export async function addTags(
  db: Database,
  which: Tagged,
  names: readonly string[],
): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const jobIds = await requireJobs(tx, which)
    const tagIds = [...new Set((await ensureTags(tx, names)).values())]
    const ids = sql.param(jobIds)
    const { rowCount } = await tx.execute(sql`
      insert into ${job_tags} (job_id, tag_id)
      select job_id, tag_id from unnest(${ids}::int[]) job_id, unnest(${sql.param(tagIds)}::int[]) tag_id
      order by job_id, tag_id on conflict do nothing`)
    const what = `${counted(jobIds.length, 'job')} with ${counted(tagIds.length, 'tag')}`
    return { msg: rowCount ? `Tagged ${what}.` : 'All of these jobs already have these tags.' }
  })
}

export async function removeTags(
  db: Database,
  which: Tagged,
  names: readonly string[],
): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const jobIds = await requireJobs(tx, which)
    const found = await findTags(tx, names)
    const unknown = names.filter((name) => !found.has(name))
    if (unknown.length > 0) {
      const errors = unknown.map((name) => ({ field: 'tags', message: `There is no tag '${name}'.` }))
      throw new ServiceError('not-found', foreign(errors[0].message, sentence`Not all of the tags exist.`), {
        errors,
      })
    }
    const { rowCount } = await tx
      .delete(job_tags)
      .where(and(inArray(job_tags.job_id, jobIds), inArray(job_tags.tag_id, [...found.values()])))
    return {
      msg: rowCount
        ? `Removed the tags from ${counted(jobIds.length, 'job')}.`
        : 'None of these jobs has these tags.',
    }
  })
}

async function requireJobs(tx: Executor, which: Tagged): Promise<number[]> {
  if ('submissionId' in which) return jobsOf(tx, which.submissionId)
  const wanted = [...new Set(which.jobIds)]
  const rows = await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, wanted)).for('key share')
  const found = new Set(rows.map(({ id }) => id))
  const missing = wanted.filter((id) => !found.has(id))
  if (missing.length === 0) return wanted
  const errors = missing.slice(0, 50).map((id) => ({ field: 'job_ids', message: `There is no job ${id}.` }))
  throw new ServiceError('not-found', foreign(errors[0].message, sentence`Not all of the jobs exist.`), {
    errors,
  })
}

async function jobsOf(tx: Executor, submissionId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.submission_id, submissionId))
    .for('key share')
  if (rows.length > 0) return rows.map(({ id }) => id)
  const [found] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
  if (!found) throw new ServiceError('not-found', sentence`There is no submission ${submissionId}.`)
  return []
}
