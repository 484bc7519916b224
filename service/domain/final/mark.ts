import { counted } from '#common/counted.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { markJobsFinal } from '#contract/jobs/final.ts'
import { and, eq, inArray, or } from '#drizzle'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { jobs } from '../../db/schema.ts'
import { type Transaction, transactionWithAudit } from '../../db/transaction.ts'
import { type Sentence, fixed, sentence } from '../../sentence.ts'
import { type Job, apply, keyOf, lockJobs, record, rejection, sameLayer, serialize } from './marks.ts'

type Mark = Body<typeof markJobsFinal>
type Marked = Answer<typeof markJobsFinal>

/** Moves the marks, all or none. */
export async function mark(
  db: Database,
  actor: Actor,
  { job_ids, final, reason, superseding }: Mark,
): Promise<Marked> {
  return transactionWithAudit(db, async (tx) => {
    await serialize(tx)
    const wanted = await requireJobs(tx, [...new Set(job_ids)])
    if (final) requireMarkable(wanted)
    const changing = wanted.filter((job) => job.final !== final)
    const previous = final ? await findPrevious(tx, changing) : []
    requireExpected(previous, superseding)
    const successors = new Map(changing.map((job) => [keyOf(job), job.id]))
    const superseded = previous.map((job) => ({
      job,
      final: false,
      superseded_by: successors.get(keyOf(job))!,
    }))
    const marked = changing.map((job) => ({ job, final, superseded_by: null }))
    await apply(tx, [...superseded, ...marked])
    const mark_id = await record(tx, [...superseded, ...marked], actor.id, reason)
    return {
      msg: formatMark(final, changing.length, wanted.length - changing.length, previous.length),
      job_ids: changing.map(({ id }) => id),
      superseded: superseded.map(({ job, superseded_by }) => ({ job_id: job.id, superseded_by })),
      mark_id,
    }
  })
}

async function requireJobs(tx: Transaction, ids: number[]): Promise<Job[]> {
  const found = await lockJobs(tx, inArray(jobs.id, ids))
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id)).map((id) => sentence`There is no job ${id}.`)
  if (missing.length > 0) throw rejection('not-found', missing)
  return found
}

function requireMarkable(wanted: readonly Job[]): void {
  const unready = wanted
    .filter(({ status }) => status !== 'completed')
    .map(({ id, status }) => sentence`Job ${id} is ${fixed(status)}; only a completed job can be final.`)
  if (unready.length > 0) throw rejection('conflict', unready)
  const first = new Map<string, number>()
  const twins: Sentence[] = []
  for (const job of wanted) {
    const other = first.get(keyOf(job))
    if (other === undefined) first.set(keyOf(job), job.id)
    else
      twins.push(sentence`Jobs ${other} and ${job.id} are of the same layer; only one of them can be final.`)
  }
  if (twins.length > 0) throw rejection('invalid', twins)
}

/** The jobs that currently have the marks of these layers. */
async function findPrevious(tx: Transaction, layers: readonly Job[]): Promise<Job[]> {
  if (layers.length === 0) return []
  return lockJobs(tx, and(eq(jobs.final, true), or(...layers.map((job) => sameLayer(jobs, job)))))
}

/** A job that the caller did not name keeps its mark: it may have become final a moment ago. */
function requireExpected(previous: readonly Job[], expected: readonly number[] | undefined): void {
  if (!expected) return
  const surprising = previous
    .filter(({ id }) => !expected.includes(id))
    .map(({ id }) => sentence`Job ${id} is final and would lose its mark.`)
  if (surprising.length > 0) throw rejection('conflict', surprising, 'superseding')
}

function formatMark(final: boolean, changed: number, unchanged: number, superseded: number): string {
  const state = final ? 'final' : 'not final'
  if (changed === 0)
    return `${counted(unchanged, 'job')} ${unchanged === 1 ? 'was' : 'were'} already ${state}.`
  const is = changed === 1 ? 'is' : 'are'
  const parts = [`${counted(changed, 'job')} ${is} ${final ? 'final now' : 'no longer final'}`]
  if (superseded > 0) parts.push(`${counted(superseded, 'job')} superseded`)
  if (unchanged > 0) parts.push(`${counted(unchanged, 'job')} already ${state}`)
  return `${parts.join('; ')}.`
}
