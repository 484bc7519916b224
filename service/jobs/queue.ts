import type { Executor } from '../db/client.ts'

/** What the rest of the service knows of the queue. */
export interface Queue {
  /** Queues a job of ours; called inside the transaction that writes its row, so that neither exists without the other. */
  sendRunLayer(tx: Pick<Executor, 'execute'>, jobId: number): Promise<void>
  stop(): Promise<void>
}
