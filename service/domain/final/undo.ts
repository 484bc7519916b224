import { counted } from '#common/counted.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { undoFinalMark } from '#contract/jobs/final.ts'
import { alias, and, eq, inArray, sql } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { final_marks, jobs, users } from '../../db/schema.ts'
import { type Transaction, transactionWithAudit } from '../../db/transaction.ts'
import { fixed, sentence } from '../../sentence.ts'
import { type Change, apply, keyOf, lockJobs, record, rejection, sameLayer, serialize } from './marks.ts'

type Undo = Body<typeof undoFinalMark>

/**
 * Reverses every change of the call that wrote this mark, all or none: what it replaced is final again.
 * @param noteJobs called before anything is rejected for a later mark: the jobs that the call named, then those that
 *   lost their mark to them
 */
export async function undo(
  db: Database,
  actor: Actor,
  { mark_id }: Undo,
  noteJobs: (jobs: readonly { id: number }[]) => void,
): Promise<Answer<typeof undoFinalMark>> {
  const changed = await transactionWithAudit(db, async (tx) => {
    await serialize(tx)
    const marks = await readCall(tx, mark_id)
    if (marks.length === 0)
      throw rejection('not-found', [sentence`There is no final mark ${mark_id}.`], 'mark_id')
    noteJobs(marks.map(({ job_id }) => ({ id: job_id })))
    await requireNewest(tx, mark_id)
    const wasFinal = new Map(marks.map(({ job_id, final }) => [job_id, !final]))
    const found = await lockJobs(tx, inArray(jobs.id, [...wasFinal.keys()]))
    const restored = found.filter(({ id }) => wasFinal.get(id))
    const successors = new Map(restored.map((job) => [keyOf(job), job.id]))
    const changes: Change[] = found.map((job) => {
      const final = wasFinal.get(job.id)!
      return { job, final, superseded_by: final ? null : (successors.get(keyOf(job)) ?? null) }
    })
    await apply(tx, changes)
    await record(tx, changes, actor.id, 'Undo')
    return changes.map(({ job, final }) => ({ id: job.id, final }))
  })
  const restored = changed.filter(({ final }) => final).length
  return { msg: formatUndo(restored, changed.length - restored), job_ids: changed.map(({ id }) => id) }
}

/** All rows of one call have the time of its transaction, and its caller. */
const ofCall = (mark_id: number) => sql`exists (
  select 1 from ${final_marks} as named where named.id = ${mark_id} and named.marked_at = ${final_marks.marked_at}
    and named.marked_by is not distinct from ${final_marks.marked_by})`

const readCall = (tx: Transaction, mark_id: number) =>
  tx
    .select({ job_id: final_marks.job_id, final: final_marks.final })
    .from(final_marks)
    .where(ofCall(mark_id))
    .orderBy(sql`${final_marks.superseded_by} is not null`, final_marks.job_id)

/** Nobody's later mark is lost to an Undo. */
async function requireNewest(tx: Transaction, mark_id: number): Promise<void> {
  const later = alias(final_marks, 'later')
  const rows = await tx
    .selectDistinctOn([later.job_id], { job_id: later.job_id, name: personNameIfAny })
    .from(final_marks)
    .innerJoin(
      later,
      and(
        sameLayer(later, final_marks),
        sql`${later.id} > ${final_marks.id} and (${later.marked_at}, ${later.marked_by})
          is distinct from (${final_marks.marked_at}, ${final_marks.marked_by})`,
      ),
    )
    .leftJoin(users, eq(users.id, later.marked_by))
    .where(ofCall(mark_id))
    .orderBy(later.job_id, sql`${later.id} desc`)
  const messages = rows.map(
    ({ job_id, name }) =>
      sentence`The final mark of job ${job_id} has been changed since${name === null ? fixed('') : sentence` by ${name}`}.`,
  )
  if (messages.length > 0) throw rejection('conflict', messages, 'mark_id')
}

function formatUndo(restored: number, removed: number): string {
  const is = (count: number) => `${counted(count, 'job')} ${count === 1 ? 'is' : 'are'}`
  const parts = [
    restored > 0 && `${is(restored)} final again`,
    removed > 0 && `${is(removed)} no longer final`,
  ]
  return `${parts.filter((part) => part !== false).join('; ')}.`
}
