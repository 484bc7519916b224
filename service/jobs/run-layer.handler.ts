import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { z } from 'zod'
import { claimJob, releaseJob } from '../domain/jobs/run-layer/claim.ts'
import { completeJob } from '../domain/jobs/run-layer/complete.ts'
import { LOST_TOO_OFTEN, failJob } from '../domain/jobs/run-layer/fail.ts'
import { gatherInputs } from '../domain/jobs/run-layer/gather-inputs.ts'
import type { ClaimedJob } from '../domain/jobs/run-layer/layer-task.ts'
import {
  type StoredOutput,
  dropAttempt,
  dropFormerAttempts,
  storeLines,
  storeOutputs,
} from '../domain/jobs/run-layer/store-outputs.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlerContext, JobHandler, Ticket } from './define-job.ts'
import { LayerBroken, LayerProcessLost, LayerRefused, type ComputeLayer } from './layer-process.ts'
import { bossOf, sendRunLayer } from './pg-boss-queue.ts'
import { MAX_LOSSES, runLayer } from './run-layer.definition.ts'
import { PATIENCE, type Patience, waitOut } from './wait-out.ts'
import { watchClaim, type ClaimWatch } from './watch-claim.ts'
import { makeTemporaryFolder } from '../files/temporary-folders.ts'
import { emptyFolder } from './work-folder.ts'

type RunTicket = Ticket<z.output<typeof runLayer.payload>>

export function runLayerHandler(
  compute: ComputeLayer,
  patience: Patience = PATIENCE,
): JobHandler<typeof runLayer.payload> {
  return {
    definition: runLayer,
    async handle(ticket, context) {
      const { db, log } = context.services
      const { job_id } = ticket.payload
      // Given up at once, it would be counted as lost, and given out again into the same trouble.
      const claim = await waitOut(() => claimJob(db, job_id), {
        patience,
        signal: AbortSignal.any([ticket.signal, context.stopping]),
        told({ error }, tries) {
          if (tries === 1) log.warn({ err: error, job_id }, 'layer waits to be begun')
        },
      })
      if (!claim) return
      const watch = watchClaim(db, claim)
      const folders: string[] = []
      const newFolder = async () => {
        const folder = await makeTemporaryFolder('layer')
        folders.push(folder)
        return folder
      }
      try {
        await run({ ticket, context, claim, watch, newFolder, compute, patience })
      } finally {
        await watch.end()
        for (const folder of folders) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

interface Run {
  ticket: RunTicket
  context: HandlerContext
  claim: ClaimedJob
  watch: ClaimWatch
  newFolder: () => Promise<string>
  compute: ComputeLayer
  patience: Patience
}

async function run(one: Run): Promise<void> {
  const { ticket, context, claim, watch, newFolder, compute, patience } = one
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
  /** The layer stays ours meanwhile, and no other is begun: it would compute for a store that takes nothing. */
  const patiently = <T>(act: () => Promise<T>) => {
    const before = step
    return waitOut(act, {
      patience,
      signal,
      told(trouble, tries) {
        hooks.progress(trouble.step, 0)
        if (tries === 1) log.warn({ err: trouble.error }, 'layer waits')
      },
      over: () => hooks.progress(before || 'Preparing', 0),
    })
  }
  const storeLog = () => storeLines(files, claim, lines)
  /** The row says by now what became of the layer; a store that is away shall not bring its ticket back. */
  const drop = () =>
    dropAttempt(db, files, claim.id, claim.attempt).catch((err: unknown) =>
      log.warn({ err }, 'files of this attempt were left in the store'),
    )
  const fail = async (reason: string) => {
    note(reason)
    // A disk that is full keeps no log either, but the reason all the same.
    const kept = await storeLog().catch(() => [])
    await patiently(() => failJob(db, claim, reason, kept))
    await drop()
    log.info({ reason }, 'layer failed')
  }
  log.info('layer started')
  note(`Attempt ${claim.attempt} of ${claim.job_key ?? `job ${claim.id}`}`)
  try {
    await patiently(() => dropFormerAttempts(db, files, claim))
    if (ticket.payload.losses + ticket.retryCount >= MAX_LOSSES) {
      await patiently(() => failJob(db, claim, LOST_TOO_OFTEN, []))
      return
    }
    const folder = await patiently(newFolder)
    const task = await patiently(() => gatherInputs(db, files, claim, folder))
    const outcome = await patiently(async () => {
      await emptyFolder(folder)
      return compute(task, hooks)
    })
    const outputs: StoredOutput[] = []
    for (const type of outcome.written)
      outputs.push(...(await patiently(() => storeOutputs(files, claim, folder, [type]))))
    note('Completed')
    outputs.push(...(await patiently(storeLog)))
    const kept = !signal.aborted && (await patiently(() => completeJob(db, claim, outcome, outputs)))
    if (!kept) signal.throwIfAborted()
    log.info({ kept }, kept ? 'layer completed' : 'layer dropped: the job is not ours any more')
    if (!kept) await drop()
  } catch (error) {
    if (signal.aborted) {
      if (stopping.aborted) await handBack(ticket, context, claim)
      await drop()
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
