import type { Services } from '../context.ts'
import { type ComposeMail, deliverDue } from './deliver.ts'
import { openTransport } from './transport.ts'

const LOOK_EVERY_MS = 1000
const AFTER_ERROR_MS = 10_000

/** Processes the outbox until it is stopped; any number of processes may do so. */
export function startMail(services: Services, compose: ComposeMail): { stop(): Promise<void> } {
  const transport = openTransport(services.config)
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    let pause = LOOK_EVERY_MS
    try {
      await deliverDue(services, transport, compose)
    } catch (err) {
      pause = AFTER_ERROR_MS
      services.log.warn({ err }, 'the outbox could not be read')
    }
    if (!stopped) plan(pause)
  }
  const plan = (pauseMs: number) => {
    timer = setTimeout(() => void (round = look()), pauseMs)
    timer.unref()
  }
  plan(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      // A message in progress gets a moment; one that is cut off is sent at the next start.
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, 3000).unref())])
      transport.close()
    },
  }
}
