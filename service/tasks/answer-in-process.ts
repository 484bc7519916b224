import type { Services } from '../context.ts'
import { computeInProcess } from './layers/layer-process.ts'
import { taskHandlers } from './registry.ts'
import { RETRY_LIMITS } from './retry.ts'

/** The same services, except that this process does itself what it would ask a worker: for a program that may run alone. */
export function answerInProcess(services: Services): Services {
  const never = new AbortController().signal
  const own: Services = {
    ...services,
    queue: {
      ...services.queue,
      async ask(definition, payload, signal = never) {
        const handler = taskHandlers.find(({ definition: { name } }) => name === definition.name)!
        const task = { id: '', payload: definition.payload.parse(payload), retryCount: 0, signal }
        const context = {
          services: own,
          stopping: never,
          computeLayer: computeInProcess,
          retryLimits: RETRY_LIMITS,
        }
        return (await handler.handle(task, context)) as never
      },
    },
  }
  return own
}
