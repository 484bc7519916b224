import type { Queue } from 'pg-boss'
import type { z } from 'zod'

/** A type of background work: its name, its payload, and how the queue treats it. */
export interface TaskDefinition<P extends z.ZodType = z.ZodType> {
  name: string
  payload: P
  /** How many tasks a worker runs at once (default 1). */
  atOnce?: number
  options: Omit<Queue, 'name' | 'policy'>
}

/** One claim of a task by a worker. */
export interface Task<T> {
  id: string
  payload: T
  /** Claims before this one whose worker was lost. */
  retryCount: number
  /** Aborted when the queue has given this task to another worker. */
  signal: AbortSignal
}

export function defineTask<P extends z.ZodType>(definition: TaskDefinition<P>): TaskDefinition<P> {
  return definition
}
