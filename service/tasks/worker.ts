import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../context.ts'
import { computeInProcess, type ComputeLayer } from './layers/layer-process.ts'
import { taskHandlers } from './registry.ts'
import type { TaskHandler, WorkerContext } from './task-handler.ts'
import { RETRY_LIMITS, type RetryLimits } from './retry.ts'

interface WorkerOptions {
  /** Aborting it stops the worker like `stop`. */
  signal?: AbortSignal
  /** Tests use shorter times here. */
  compute?: ComputeLayer
  retryLimits?: RetryLimits
}

export interface RunningWorker {
  /** Takes nothing new, returns running work to the queue, and resolves within seconds. */
  stop(): Promise<void>
}

const RESEND_EVERY_MS = 5 * 60_000
const RELEASE_EVERY_MS = 10_000
const STOP_MS = 4000

/** Serves the queue, as many tasks of each type at once as its definition allows; more processes are more workers. */
export async function startWorker(services: Services, options: WorkerOptions = {}): Promise<RunningWorker> {
  const stopping = new AbortController()
  const context: WorkerContext = {
    services,
    stopping: stopping.signal,
    computeLayer: options.compute ?? computeInProcess,
    retryLimits: options.retryLimits ?? RETRY_LIMITS,
  }
  const running = new Set<Promise<void>>()
  const ends = await Promise.all(taskHandlers.map((handler) => serve(handler, context, running)))
  await resendAll(services)
  const timers = [
    setInterval(() => void resendAll(services), RESEND_EVERY_MS),
    setInterval(() => void releaseAll(services), RELEASE_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()

  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= (async () => {
      for (const timer of timers) clearInterval(timer)
      stopping.abort(new Error('The worker stops.'))
      // Handlers return their work and end; nothing new is fetched in the meantime.
      const off = Promise.all(ends.map((end) => end()))
      await Promise.race([Promise.all([off, ...running]), sleep(STOP_MS)])
    })())
  options.signal?.addEventListener('abort', () => void stop(), { once: true })
  return { stop }
}

function serve(handler: TaskHandler, context: WorkerContext, running: Set<Promise<void>>) {
  return context.services.queue.work(handler.definition, async (task) => {
    const work = handler.handle(task, context)
    const settled = work.then(
      () => {},
      () => {},
    )
    running.add(settled)
    try {
      return await work
    } finally {
      running.delete(settled)
    }
  })
}

const resendAll = (services: Services) => callEach(services, 'resend', 'forgotten tasks were not sent again')

const releaseAll = (services: Services) =>
  callEach(services, 'releaseLost', 'work of lost workers is still shown as running')

async function callEach(
  services: Services,
  method: 'resend' | 'releaseLost',
  failure: string,
): Promise<void> {
  for (const handler of taskHandlers) {
    await handler[method]?.(services).catch((err: unknown) =>
      services.log.warn({ err, task: handler.definition.name }, failure),
    )
  }
}
