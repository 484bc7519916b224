import type { Services } from '../context.ts'
import type { Queue } from 'pg-boss'
import type { z } from 'zod'

/** A kind of background work: its name, what a ticket carries, and how the queue treats it. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  name: string
  payload: P
  options: Omit<Queue, 'name' | 'policy'>
}

/** One claim of a ticket. `losses` counts the claims before this one whose worker was lost. */
export interface Ticket<T> {
  id: string
  payload: T
  retryCount: number
  /** Aborted when the queue has given this claim to another worker. */
  signal: AbortSignal
}

export interface HandlerContext {
  services: Services
  /** Aborted when the worker is to stop: hand the work back at once. */
  stopping: AbortSignal
}

export interface JobHandler<P extends z.ZodType = z.ZodType> {
  definition: JobDefinition<P>
  handle(ticket: Ticket<z.output<P>>, context: HandlerContext): Promise<void>
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition
}
