import { type AnyPgColumn, type SQL, and, eq, sql } from '#drizzle'
import { lockFor } from '../../db/lock-for.ts'
import { final_marks, jobs } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Sentence, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

export type Job = Awaited<ReturnType<typeof lockJobs>>[number]
export type Change = Pick<typeof final_marks.$inferInsert, 'final' | 'superseded_by'> & { job: Job }

const MAX_LISTED = 50

/** The fields that identify a layer; at most one of its jobs is final. */
const LAYER = ['iso3_code', 'target', 'source', 'source_wave', 'round'] as const
type LayerColumn = (typeof LAYER)[number]

export const keyOf = (job: Job) => JSON.stringify(LAYER.map((column) => job[column]))

export const sameLayer = (
  table: Record<LayerColumn, AnyPgColumn>,
  other: Record<LayerColumn, AnyPgColumn | string>,
) => and(...LAYER.map((column) => eq(table[column], other[column])))

/**
 * Marking is serialized: it is rare, and so no two calls can lock each other's layers. The unique index jobs_one_final is
 * the safety net.
 */
export const serialize = (tx: Transaction) => lockFor(tx, 'jobs/final')

export const lockJobs = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select({
      id: jobs.id,
      status: jobs.status,
      final: jobs.final,
      iso3_code: jobs.iso3_code,
      target: jobs.target,
      source: jobs.source,
      source_wave: jobs.source_wave,
      round: jobs.round,
    })
    .from(jobs)
    .where(where)
    .orderBy(jobs.id)
    .for('no key update')

export const rejection = (
  kind: 'not-found' | 'conflict' | 'invalid',
  sentences: readonly Sentence[],
  field = 'job_ids',
) =>
  new ServiceError(kind, sentence`${sentences[0]} Nothing was changed.`, {
    errors: sentences.slice(0, MAX_LISTED).map(({ text }) => ({ field, message: text })),
  })

/** Changes the jobs; those that lose the mark come first, because a layer never has two. */
export async function apply(tx: Transaction, changes: readonly Change[]): Promise<void> {
  for (const part of [changes.filter(({ final }) => !final), changes.filter(({ final }) => final)]) {
    if (part.length === 0) continue
    const rows = part.map(
      ({ job, final, superseded_by }) =>
        sql`(${job.id}::int, ${final}::boolean, ${superseded_by ?? null}::int)`,
    )
    await tx.execute(sql`
      update ${jobs} set final = changed.final, superseded_by = coalesce(changed.superseded_by,
        case when changed.final then null else ${jobs.superseded_by} end)
      from (values ${sql.join(rows, sql`, `)}) as changed (id, final, superseded_by)
      where ${jobs.id} = changed.id`)
  }
}

/** Adds the changes to the history; answers the id of the last entry, or null if there was nothing to change. */
export async function record(
  tx: Transaction,
  changes: readonly Change[],
  by: number,
  reason = '',
): Promise<number | null> {
  if (changes.length === 0) return null
  const added = await tx
    .insert(final_marks)
    .values(
      changes.map(({ job, final, superseded_by }) => ({
        job_id: job.id,
        iso3_code: job.iso3_code,
        target: job.target,
        source: job.source,
        source_wave: job.source_wave,
        round: job.round,
        final,
        superseded_by,
        reason: reason || null,
        marked_by: by,
      })),
    )
    .returning({ id: final_marks.id })
  return Math.max(...added.map(({ id }) => id))
}
