import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { claimJob, releaseJob } from '../../domain/jobs/run-layer/claim.ts'
import { completeJob } from '../../domain/jobs/run-layer/complete.ts'
import { WORKER_LOST_MESSAGE, failJob } from '../../domain/jobs/run-layer/fail.ts'
import { gatherInputs } from '../../domain/jobs/run-layer/gather-inputs.ts'
import { type ClaimedJob, rastersOf } from '../../domain/jobs/run-layer/layer-task.ts'
import {
  type StoredOutput,
  dropAttempt,
  dropPreviousAttempts,
  storeLines,
  storeOutputs,
} from '../../domain/jobs/run-layer/outputs/store-outputs.ts'
import { keepRenewing } from '../../files/loose-files.ts'
import { ServiceError } from '../../service-error.ts'
import type { Task } from '../define-task.ts'
import { LayerBroken, LayerProcessLost, LayerRejected } from './layer-process.ts'
import { MAX_LOSSES, runLayer } from './run-layer.definition.ts'
import type { TaskHandler, WorkerContext } from '../task-handler.ts'
import { retryTransient } from '../retry.ts'
import { watchClaim, type ClaimWatch } from './watch-claim.ts'
import { makeTemporaryFolder } from '../../files/temporary-folders.ts'
import { storeMethods } from '../../domain/jobs/run-layer/outputs/store-methods.ts'
import { releaseLost } from '../../domain/jobs/run-layer/release-lost.ts'
import { resendForgotten } from '../../domain/jobs/run-layer/resend-forgotten.ts'
import { emptyFolder } from '../work-folder.ts'

type RunTask = Task<z.output<typeof runLayer.payload>>

export const runLayerHandler: TaskHandler<typeof runLayer.payload> = {
  definition: runLayer,
  resend: resendForgotten,
  releaseLost,
  async handle(task, context) {
    const { db, log } = context.services
    const { job_id } = task.payload
    // If it were given up at once, it would count as lost, and be claimed again, only to fail again.
    const claim = await retryTransient(() => claimJob(db, job_id), {
      limits: context.retryLimits,
      signal: AbortSignal.any([task.signal, context.stopping]),
      onTransientError({ error }, tries) {
        if (tries === 1) log.warn({ err: error, job_id }, 'layer waits to start')
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
      await run({ task, context, claim, watch, newFolder })
    } finally {
      await watch.end()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Run {
  task: RunTask
  context: WorkerContext
  claim: ClaimedJob
  watch: ClaimWatch
  newFolder: () => Promise<string>
}

async function run(one: Run): Promise<void> {
  const { task, context, claim, watch, newFolder } = one
  const { services, stopping, retryLimits } = context
  const { db, files } = services
  const { request_id } = task.payload
  const log = services.log.child({
    job_id: claim.id,
    attempt: claim.attempt,
    ...(request_id === undefined ? {} : { request_id }),
  })
  const lines: string[] = []
  const note = (line: string) => lines.push(`${new Date().toISOString()} ${line}`)
  const signal = AbortSignal.any([task.signal, watch.signal, stopping])
  let step = ''
  const hooks = {
    signal,
    files,
    log: note,
    progress(name: string, fraction: number) {
      if (name !== step) note((step = name))
      watch.progress(name, fraction)
    },
  }
  /** The layer stays ours in the meantime, and no other is started: its result could not be stored either. */
  const withRetry = <T>(act: () => Promise<T>) => {
    const before = step
    return retryTransient(act, {
      limits: retryLimits,
      signal,
      onTransientError(transient, tries) {
        hooks.progress(transient.step, 0)
        if (tries === 1) log.warn({ err: transient.error }, 'layer waits')
      },
      onRecovered: () => hooks.progress(before || 'Preparing', 0),
    })
  }
  const storeLog = () => storeLines(files, claim, lines)
  /** By now the row has the layer's outcome; an unavailable store must not bring its task back. */
  const drop = () =>
    dropAttempt(db, files, claim.id, claim.attempt).catch((err: unknown) =>
      log.warn({ err }, 'files of this attempt were left in the store'),
    )
  const fail = async (reason: string) => {
    note(reason)
    // A full disk stores no log either, but the error is still recorded.
    const kept = await storeLog().catch(() => [])
    await withRetry(() => failJob(db, claim, reason, kept))
    await drop()
    log.info({ reason }, 'layer failed')
  }
  log.info('layer started')
  note(`Attempt ${claim.attempt} of ${claim.job_key ?? `job ${claim.id}`}`)
  try {
    await withRetry(() => dropPreviousAttempts(db, files, claim))
    if (task.payload.losses + task.retryCount >= MAX_LOSSES) {
      await withRetry(() => failJob(db, claim, WORKER_LOST_MESSAGE, []))
      return
    }
    const folder = await withRetry(newFolder)
    const gathered = await withRetry(() => gatherInputs(db, files, claim, folder))
    const inputs = { ...gathered, commit: services.config.commit }
    // A COG that is replaced meanwhile stays until the layer no longer needs it.
    const endRenewing = keepRenewing(
      db,
      rastersOf(inputs).map(({ key }) => key),
    )
    const outcome = await withRetry(async () => {
      await emptyFolder(folder)
      return context.computeLayer(inputs, hooks)
    }).finally(endRenewing)
    const outputs: StoredOutput[] = []
    for (const type of outcome.written)
      outputs.push(...(await withRetry(() => storeOutputs(files, claim, folder, [type]))))
    note('Completed')
    outputs.push(...(await withRetry(storeLog)))
    // The result counts without it, and the methods can be read of the completed job.
    const page = await withRetry(() => storeMethods(services, claim, folder, outcome, outputs)).catch(
      (err: unknown) => {
        log.error({ err }, 'the methods page of the layer was not written')
        return []
      },
    )
    outputs.push(...page)
    const kept = !signal.aborted && (await withRetry(() => completeJob(db, claim, outcome, outputs)))
    if (!kept) signal.throwIfAborted()
    log.info({ kept }, kept ? 'layer completed' : 'layer dropped: the job is no longer ours')
    if (!kept) await drop()
  } catch (error) {
    await settle(error, one, { signal, log, note, fail, drop })
  }
}

interface Ending {
  signal: AbortSignal
  log: Logger
  note: (line: string) => unknown
  fail: (reason: string) => Promise<void>
  drop: () => Promise<void>
}

/** A run that did not complete: its job is handed back, fails, or is released to be assigned again. */
async function settle(
  error: unknown,
  { task, context, claim }: Run,
  { signal, log, note, fail, drop }: Ending,
): Promise<void> {
  const { services, stopping } = context
  if (signal.aborted) {
    if (stopping.aborted) await handBack(task, context, claim)
    await drop()
    log.info(stopping.aborted ? 'layer handed back' : 'layer dropped: cancelled, or taken by another worker')
  } else if (error instanceof LayerRejected || error instanceof ServiceError) {
    await fail(error.message)
  } else if (error instanceof LayerProcessLost || !isLastTry(task, error)) {
    // The queue assigns it again, or passes it to the lost ones; until then nobody runs it.
    log.warn({ err: error }, 'layer lost')
    await releaseJob(services.db, claim)
    throw error
  } else {
    const reference = randomBytes(4).toString('hex')
    log.error({ err: error, reference }, 'layer broke')
    note(`Reference ${reference}: ${(error as Error).message}`)
    await fail(
      `The layer could not be computed because of an internal error; run it again, or report it to an admin (reference ${reference}).`,
    )
  }
}

/** An internal error returns at each attempt; a failure of the database or the disk may be over by the next. */
const isLastTry = (task: RunTask, error: unknown) =>
  error instanceof LayerBroken || task.payload.losses + task.retryCount + 1 >= MAX_LOSSES

/**
 * A worker that stops in order sends a new task with the highest priority, in the transaction that releases the job.
 */
async function handBack(task: RunTask, { services }: WorkerContext, claim: ClaimedJob): Promise<void> {
  const losses = task.payload.losses + task.retryCount
  await services.db.transaction(async (tx) => {
    if (await releaseJob(tx, claim))
      await services.queue.send(tx, runLayer, { ...task.payload, losses }, { priority: 1 })
  })
}
