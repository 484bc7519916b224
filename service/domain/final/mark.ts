import type { Answer, Body } from '#contract/endpoint.ts'
import type { markJobsFinal } from '#contract/final.ts'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Actor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { final_marks, jobs } from '../../db/schema.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'

type Mark = Body<typeof markJobsFinal>
type Marked = Answer<typeof markJobsFinal>
type Job = Awaited<ReturnType<typeof lockJobs>>[number]
type Change = Pick<typeof final_marks.$inferInsert, 'final' | 'superseded_by'> & { job: Job }

const MAX_LISTED = 50
const keyOf = (job: Job) =>
  JSON.stringify([job.iso3_code, job.target, job.source, job.source_wave, job.round])
const counted = (count: number) => `${count} ${count === 1 ? 'job' : 'jobs'}`

/**
 * Moves the marks, all or none. Marking is serialized: it is rare, and so no two calls can lock each other's layers.
 * The unique index jobs_one_final is the safety net.
 */
export async function mark(db: Database, actor: Actor, { job_ids, final, reason }: Mark): Promise<Marked> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('jobs/final', 0))`)
    const wanted = await requireJobs(tx, [...new Set(job_ids)])
    if (final) requireMarkable(wanted)
    const changing = wanted.filter((job) => job.final !== final)
    const previous = final ? await findPrevious(tx, changing) : []
    const heirs = new Map(changing.map((job) => [keyOf(job), job.id]))
    const superseded = previous.map((job) => ({ job, final: false, superseded_by: heirs.get(keyOf(job))! }))
    await apply(tx, superseded)
    await apply(
      tx,
      changing.map((job) => ({ job, final, superseded_by: null })),
    )
    await record(tx, [...superseded, ...changing.map((job) => ({ job, final }))], actor.id, reason)
    return {
      msg: sentence(final, changing.length, wanted.length - changing.length, previous.length),
      job_ids: changing.map(({ id }) => id),
      superseded: superseded.map(({ job, superseded_by }) => ({ job_id: job.id, superseded_by })),
    }
  })
}

const lockJobs = (tx: Transaction, where: ReturnType<typeof and>) =>
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

async function requireJobs(tx: Transaction, ids: number[]): Promise<Job[]> {
  const found = await lockJobs(tx, inArray(jobs.id, ids))
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id)).map((id) => `There is no job ${id}.`)
  if (missing.length > 0) throw rejection('not-found', missing)
  return found
}

function requireMarkable(wanted: readonly Job[]): void {
  const unready = wanted
    .filter(({ status }) => status !== 'completed')
    .map(({ id, status }) => `Job ${id} is ${status}; only a completed job can be final.`)
  if (unready.length > 0) throw rejection('conflict', unready)
  const first = new Map<string, number>()
  const twins: string[] = []
  for (const job of wanted) {
    const other = first.get(keyOf(job))
    if (other === undefined) first.set(keyOf(job), job.id)
    else twins.push(`Jobs ${other} and ${job.id} are of the same layer; only one of them can be final.`)
  }
  if (twins.length > 0) throw rejection('invalid', twins)
}

const rejection = (kind: 'not-found' | 'conflict' | 'invalid', messages: string[]) =>
  new ServiceError(kind, `${messages[0]} Nothing was changed.`, {
    errors: messages.slice(0, MAX_LISTED).map((message) => ({ field: 'job_ids', message })),
  })

/** The jobs that currently have the marks of these layers. */
async function findPrevious(tx: Transaction, layers: readonly Job[]): Promise<Job[]> {
  if (layers.length === 0) return []
  const same = (job: Job) =>
    and(
      eq(jobs.iso3_code, job.iso3_code),
      eq(jobs.target, job.target),
      eq(jobs.source, job.source),
      eq(jobs.source_wave, job.source_wave),
      eq(jobs.round, job.round),
    )
  return lockJobs(tx, and(eq(jobs.final, true), or(...layers.map(same))))
}

async function apply(tx: Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(
    ({ job, final, superseded_by }) =>
      sql`(${job.id}::int, ${final}::boolean, ${superseded_by ?? null}::int)`,
  )
  await tx.execute(sql`
    update ${jobs} set final = changed.final, superseded_by = coalesce(changed.superseded_by,
      case when changed.final then null else ${jobs.superseded_by} end)
    from (values ${sql.join(rows, sql`, `)}) as changed (id, final, superseded_by)
    where ${jobs.id} = changed.id`)
}

async function record(tx: Transaction, changes: readonly Change[], by: number, reason = ''): Promise<void> {
  if (changes.length === 0) return
  await tx.insert(final_marks).values(
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
}

function sentence(final: boolean, changed: number, unchanged: number, superseded: number): string {
  const state = final ? 'final' : 'not final'
  if (changed === 0) return `${counted(unchanged)} ${unchanged === 1 ? 'was' : 'were'} ${state} already.`
  const is = changed === 1 ? 'is' : 'are'
  const parts = [`${counted(changed)} ${is} ${final ? 'final now' : 'not final any more'}`]
  if (superseded > 0) parts.push(`${counted(superseded)} superseded`)
  if (unchanged > 0) parts.push(`${counted(unchanged)} ${state} already`)
  return `${parts.join('; ')}.`
}
