import type { z } from 'zod'
import type { Executor } from '../db/client.ts'
import type { Task, TaskDefinition } from './define-task.ts'

interface SendOptions {
  /** The highest goes first (default 0). Of several payloads, each ranks one below the previous one. */
  priority?: number
}

/** The queue's interface for the rest of the service. */
export interface Queue {
  /**
   * Queues one task per payload. Call it inside the transaction that writes the task's subject, so that neither exists
   * without the other.
   */
  send<P extends z.ZodType>(
    tx: Pick<Executor, 'execute'>,
    definition: TaskDefinition<P>,
    payload: z.input<P> | readonly z.input<P>[],
    options?: SendOptions,
  ): Promise<void>
  /**
   * Queues a task and waits for what its handler returns. Aborting `signal` cancels it.
   * @throws ChildFailure 'aborted'; ServiceError 'unavailable' when no worker could do it
   */
  ask<P extends z.ZodType, Answer>(
    definition: TaskDefinition<P>,
    payload: z.input<P>,
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Handles tasks of one type until the returned function is called. */
  work<P extends z.ZodType>(
    definition: TaskDefinition<P>,
    handle: (task: Task<z.output<P>>) => Promise<unknown>,
  ): Promise<() => Promise<void>>
  stop(): Promise<void>
}
