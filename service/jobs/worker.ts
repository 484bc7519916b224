import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../context.ts'
import { resendForgotten } from './resend-forgotten.ts'
import type { HandlerContext, JobHandler } from './define-job.ts'
import { computeInProcess, type ComputeLayer } from './layer-process.ts'
import { bossOf } from './pg-boss-queue.ts'
import { checkRegistry } from './registry.ts'
import { runLayerLostHandler } from './run-layer-lost.handler.ts'
import { runLayerHandler } from './run-layer.handler.ts'
import type { Patience } from './wait-out.ts'

export interface WorkerOptions {
  /** Aborting it stops the worker as `stop` does. */
  signal?: AbortSignal
  /** Tests put something shorter here. */
  compute?: ComputeLayer
  patience?: Patience
}

export interface RunningWorker {
  /** Takes nothing new, hands the running layer back to the queue, and resolves within seconds. */
  stop(): Promise<void>
}

const RESEND_EVERY_MS = 5 * 60_000
const STOP_MS = 4000

/** Serves the queue, one layer at a time; more workers are more processes. */
export async function startWorker(services: Services, options: WorkerOptions = {}): Promise<RunningWorker> {
  const boss = bossOf(services.queue)
  const handlers = [
    runLayerHandler(options.compute ?? computeInProcess, options.patience),
    runLayerLostHandler,
  ] as JobHandler[]
  checkRegistry(handlers)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  for (const handler of handlers) await serve(handler, { services, stopping: stopping.signal }, running)
  const resend = () =>
    resendForgotten(boss, services.db).catch((err: unknown) =>
      services.log.warn({ err }, 'the queue was not looked through'),
    )
  await resend()
  const timer = setInterval(() => void resend(), RESEND_EVERY_MS)
  timer.unref()

  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= (async () => {
      clearInterval(timer)
      stopping.abort(new Error('The worker stops.'))
      // Handlers hand their layers back and end; nothing new is fetched meanwhile.
      const off = Promise.all(handlers.map(({ definition }) => boss.offWork(definition.name)))
      await Promise.race([Promise.all([off, ...running]), sleep(STOP_MS)])
    })())
  options.signal?.addEventListener('abort', () => void stop(), { once: true })
  return { stop }
}

async function serve(
  handler: JobHandler,
  context: HandlerContext,
  running: Set<Promise<void>>,
): Promise<void> {
  const { name, payload } = handler.definition
  const boss = bossOf(context.services.queue)
  const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 }
  const workId: string = await boss.work<unknown>(name, { ...polling, batchSize: 1 }, async ([job]) => {
    const ticket = {
      id: job.id,
      retryCount: job.retryCount,
      signal: job.signal,
      payload: payload.parse(job.data),
    }
    const work = handler.handle(ticket, context)
    const settled = work.then(
      () => {},
      () => {},
    )
    running.add(settled)
    try {
      await work
    } finally {
      running.delete(settled)
      // Straight to the next one instead of waiting for the next poll.
      boss.notifyWorker(workId)
    }
  })
}
