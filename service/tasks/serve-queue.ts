import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { TaskBell } from './task-bell.ts'

/** A task that nobody rang for: retried, given back by the queue, or sent while the bell was away. */
const LOOK_MS = 2000
const HEARTBEAT_MS = 3000

export interface ServeSettings {
  boss: PgBoss
  bell: TaskBell
  log: Logger
  name: string
  handle: (job: Job<unknown>) => Promise<object>
}

/**
 * Handles one task after the other until the returned function is called, which waits for the running one. A finished
 * task is completed while the next one is claimed, on two connections: in turn they took twice the time of a task
 * that does nothing. Nothing is claimed while a task runs, so no task waits behind another in this process.
 */
export function serveQueue({ boss, bell, log, name, handle }: ServeSettings): () => Promise<void> {
  let stopped = false
  let rung = false
  let wake = () => {}
  const ring = () => {
    rung = true
    wake()
  }
  const off = bell.on(name, ring)
  const warn = (err: unknown) => log.warn({ err, task: name }, 'queue error')

  /** Undefined if there is none; after an error, the next look is due. */
  const claim = async () => {
    try {
      return (await boss.fetch<unknown>(name))[0]
    } catch (err) {
      warn(err)
      rung = false
      return undefined
    }
  }
  const nextLook = async () => {
    if (rung || stopped) return
    const enough = new AbortController()
    wake = () => enough.abort()
    await sleep(LOOK_MS, undefined, { signal: enough.signal }).catch(() => {})
    wake = () => {}
  }
  const run = async () => {
    let settled: Promise<unknown> = Promise.resolve()
    while (!stopped) {
      rung = false
      const [job] = await Promise.all([claim(), settled])
      if (job === undefined) {
        await nextLook()
        continue
      }
      const settle = await hold(boss, job, handle)
      // If this fails, the queue notices that nobody holds the task any more, and assigns it again.
      settled = settle().catch(warn)
    }
    await settled
  }

  const ended = run()
  return async () => {
    stopped = true
    off()
    wake()
    await ended
  }
}

/** Runs the handler while renewing the claim; resolves with how to tell the queue about the result. */
async function hold(
  boss: PgBoss,
  job: Job<unknown>,
  handle: ServeSettings['handle'],
): Promise<() => Promise<unknown>> {
  const lost = new AbortController()
  const timer = setInterval(() => {
    boss.touch(job.name, [job]).then(
      (touched) => {
        if ((touched as { affected: number }).affected === 0)
          lost.abort(new Error('The queue has given this task to another worker.'))
      },
      // A database that is briefly unavailable says nothing about the claim.
      () => {},
    )
  }, HEARTBEAT_MS)
  try {
    const answer = await handle({ ...job, signal: lost.signal })
    return () => boss.complete(job.name, [job], answer)
  } catch (error) {
    return () => boss.fail(job.name, [job], error as Error)
  } finally {
    clearInterval(timer)
  }
}
