import type { Executor } from '../db/client.ts'

/** What the rest of the service knows of the queue. */
export interface Queue {
  /**
   * Queues a job of ours; called inside the transaction that writes its row, so that neither exists without the other.
   * The number of the request that asks for it goes along into the worker's log.
   */
  sendRunLayer(tx: Pick<Executor, 'execute'>, jobId: number, requestId?: string): Promise<void>
  /** Several jobs of one person at once, in their order. */
  sendRunLayers(tx: Pick<Executor, 'execute'>, jobIds: readonly number[], requestId?: string): Promise<void>
  stop(): Promise<void>
}
