import { sql } from '#drizzle'
import type { Services } from '../../../context.ts'
import type { Executor } from '../../../db/client.ts'
import { runLayer } from '#service/tasks/layers/run-layer.definition.ts'

/**
 * Queues one person's new jobs in order of their ids; two statements for any number. One person's layers wait behind
 * each other: the priority is minus the number of layers that the person already has in the queue, so a person with one
 * layer is served before another's hundredth.
 */
export async function sendLayers(
  queue: Services['queue'],
  tx: Pick<Executor, 'execute'>,
  jobIds: readonly number[],
  requestId?: string,
): Promise<void> {
  if (jobIds.length === 0) return
  const payloads = jobIds.map((job_id) => ({ job_id, request_id: requestId }))
  await queue.send(tx, runLayer, payloads, { priority: -(await layersAhead(tx, jobIds[0])) })
}

async function layersAhead(tx: Pick<Executor, 'execute'>, jobId: number): Promise<number> {
  const { rows } = await tx.execute<{ ahead: number }>(sql`
    select count(*)::int as ahead from (
      select 1 from jobs other join jobs mine on other.app_user_id = mine.app_user_id
      where mine.id = ${jobId} and other.id < mine.id and other.status in ('pending', 'running')
      limit 10000
    ) as queued`)
  return rows[0].ahead
}
