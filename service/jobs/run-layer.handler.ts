import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { claimJob, releaseJob } from '../domain/jobs/run-layer/claim.ts'
import { completeJob } from '../domain/jobs/run-layer/complete.ts'
import { LOST_TOO_OFTEN, failJob } from '../domain/jobs/run-layer/fail.ts'
import { gatherInputs } from '../domain/jobs/run-layer/gather-inputs.ts'
import { FILES, type ClaimedJob } from '../domain/jobs/run-layer/layer-task.ts'
import { dropAttempt, dropFormerAttempts, storeOutputs } from '../domain/jobs/run-layer/store-outputs.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlerContext, JobHandler, Ticket } from './define-job.ts'
import { LayerBroken, LayerProcessLost, LayerRefused, type ComputeLayer } from './layer-process.ts'
import { bossOf, sendRunLayer } from './pg-boss-queue.ts'
import { MAX_LOSSES, runLayer } from './run-layer.definition.ts'
import { watchClaim, type ClaimWatch } from './watch-claim.ts'
import { makeWorkFolder } from './work-folder.ts'

type RunTicket = Ticket<z.output<typeof runLayer.payload>>

export function runLayerHandler(compute: ComputeLayer): JobHandler<typeof runLayer.payload> {
  return {
    definition: runLayer,
    async handle(ticket, context) {
      const { db, files } = context.services
      const claim = await claimJob(db, ticket.payload.job_id)
      if (!claim) return
      const watch = watchClaim(db, claim)
      const folder = await makeWorkFolder()
      try {
        await dropFormerAttempts(db, files, claim)
        if (ticket.payload.losses + ticket.retryCount >= MAX_LOSSES) {
          await failJob(db, claim, LOST_TOO_OFTEN, [])
          return
        }
        await run({ ticket, context, claim, watch, folder, compute })
      } finally {
        await watch.end()
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

interface Run {
  ticket: RunTicket
  context: HandlerContext
  claim: ClaimedJob
  watch: ClaimWatch
  folder: string
  compute: ComputeLayer
}

async function run({ ticket, context, claim, watch, folder, compute }: Run): Promise<void> {
  const { services, stopping } = context
  const { db, files } = services
  const { request_id } = ticket.payload
  const log = services.log.child({
    job_id: claim.id,
    attempt: claim.attempt,
    ...(request_id === undefined ? {} : { request_id }),
  })
  const lines: string[] = []
  const note = (line: string) => lines.push(`${new Date().toISOString()} ${line}`)
  const signal = AbortSignal.any([ticket.signal, watch.signal, stopping])
  let step = ''
  const hooks = {
    signal,
    log: note,
    progress(name: string, fraction: number) {
      if (name !== step) note((step = name))
      watch.progress(name, fraction)
    },
  }
  const storeLog = async () => {
    await writeFile(join(folder, FILES.log.file), `${lines.join('\n')}\n`)
    return storeOutputs(files, claim, folder, ['log'])
  }
  const fail = async (reason: string) => {
    note(reason)
    // A disk that is full keeps no log either, but the reason all the same.
    const kept = await storeLog().catch(() => [])
    if (!(await failJob(db, claim, reason, kept))) await dropAttempt(db, files, claim.id, claim.attempt)
    log.info({ reason }, 'layer failed')
  }
  log.info('layer started')
  note(`Attempt ${claim.attempt} of ${claim.job_key ?? `job ${claim.id}`}`)
  try {
    const task = await gatherInputs(db, files, claim, folder)
    const outcome = await compute(task, hooks)
    note('Completed')
    const outputs = [...(await storeOutputs(files, claim, folder, outcome.written)), ...(await storeLog())]
    const kept = !signal.aborted && (await completeJob(db, claim, outcome, outputs))
    if (!kept) signal.throwIfAborted()
    log.info({ kept }, kept ? 'layer completed' : 'layer dropped: the job is not ours any more')
    if (!kept) await dropAttempt(db, files, claim.id, claim.attempt)
  } catch (error) {
    if (signal.aborted) {
      if (stopping.aborted) await handBack(ticket, context, claim)
      await dropAttempt(db, files, claim.id, claim.attempt)
      log.info(
        stopping.aborted ? 'layer handed back' : 'layer dropped: cancelled, or taken by another worker',
      )
    } else if (error instanceof LayerRefused || error instanceof ServiceError) {
      await fail(error.message)
    } else if (error instanceof LayerProcessLost || !isLastTry(ticket, error)) {
      // The queue gives it out again, or hands it to the lost ones; until then nobody runs it.
      log.warn({ err: error }, 'layer lost')
      await releaseJob(db, claim)
      throw error
    } else {
      const reference = randomBytes(4).toString('hex')
      log.error({ err: error, reference }, 'layer broke')
      note(`Reference ${reference}: ${(error as Error).message}`)
      await fail(
        `The layer could not be computed because of an internal error; send it again, or tell an administrator (reference ${reference}).`,
      )
    }
  }
}

/** A fault of the program comes back at each try; one of the database or the disk may be gone at the next. */
const isLastTry = (ticket: RunTicket, error: unknown) =>
  error instanceof LayerBroken || ticket.payload.losses + ticket.retryCount + 1 >= MAX_LOSSES

/** A worker that stops in order leaves a new ticket before all others, in the transaction that frees the job. */
async function handBack(ticket: RunTicket, { services }: HandlerContext, claim: ClaimedJob): Promise<void> {
  const boss = bossOf(services.queue)
  const losses = ticket.payload.losses + ticket.retryCount
  await services.db.transaction(async (tx) => {
    if (await releaseJob(tx, claim)) await sendRunLayer(boss, tx, { ...ticket.payload, losses }, 1)
  })
}
