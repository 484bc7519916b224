import { sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireUser } from './internal.ts'

/** A person who may run models, so that the submissions can be continued. */
async function requireNewOwner(tx: Parameters<typeof requireUser>[0], id: number): Promise<void> {
  const newOwner = await requireUser(tx, id)
  const { rows } = await tx.execute(
    sql`select 1 from user_roles where user_id = ${id} and role in ('staff', 'admin') limit 1`,
  )
  if (newOwner.disabled_at || !newOwner.admitted_at || rows.length === 0)
    throw new ServiceError(
      'conflict',
      sentence`${newOwner.first_name} ${newOwner.last_name} cannot take over submissions: only active staff can.`,
    )
}

/**
 * Hands everything that a person owns (submitted by them, or handed over to them) to another person. The author stays
 * named; the owner may cancel and run again.
 */
export const handOver = (
  db: Database,
  fromId: number,
  toId: number,
): Promise<{ msg: string; submissions: number; jobs: number }> =>
  transactionWithAudit(db, async (tx) => {
    if (fromId === toId) throw new ServiceError('conflict', sentence`Choose another person to hand over to.`)
    // In order of their ids, so that two people who hand over to each other do not deadlock.
    for (const id of [fromId, toId].sort((a, b) => a - b)) await requireUser(tx, id)
    await requireNewOwner(tx, toId)
    const { rows } = await tx.execute<{ submissions: number; jobs: number }>(sql`
      with moved as (
        update submissions set owner_id = nullif(${toId}::int, app_user_id)
        where owner_id = ${fromId} or (owner_id is null and app_user_id = ${fromId})
        returning id)
      select (select count(*)::int from moved) as submissions,
             (select count(*)::int from jobs where submission_id in (select id from moved)) as jobs`)
    const { submissions, jobs } = rows[0]
    const count = submissions === 1 ? '1 submission was' : `${submissions} submissions were`
    return { msg: `${count} handed over.`, submissions, jobs }
  })
