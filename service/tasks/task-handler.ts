import type { z } from 'zod'
import type { Services } from '../context.ts'
import type { Task, TaskDefinition } from './define-task.ts'
import type { ComputeLayer } from './layers/layer-process.ts'
import type { RetryLimits } from './retry.ts'

export interface WorkerContext {
  services: Services
  /** Aborted when the worker stops: hand the work back at once. */
  stopping: AbortSignal
  computeLayer: ComputeLayer
  retryLimits: RetryLimits
}

export interface TaskHandler<P extends z.ZodType = z.ZodType> {
  definition: TaskDefinition<P>
  /** What it returns is the answer for `queue.ask`. */
  handle(task: Task<z.output<P>>, context: WorkerContext): Promise<unknown>
  /** Sends again what the queue no longer knows of; called when a worker starts and every five minutes. */
  resend?(services: Services): Promise<number>
  /** Shows work as waiting whose worker was lost; called every ten seconds. */
  releaseLost?(services: Services): Promise<number>
}
