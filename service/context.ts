import type { Me } from '#contract/accounts/accounts.ts'
import type { AppConfig } from '#config'
import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { FileStore } from './files/file-store.ts'
import type { Queue } from './tasks/queue.ts'

/** Everything that the process owns; created once on boot, and passed to every verb that needs it. */
export interface Services {
  config: AppConfig
  db: Database
  files: FileStore
  queue: Queue
  log: Logger
}

/** The person that work is done for, and whether they are still waiting for it. */
export interface Caller {
  /** Null: no one in particular. */
  personId: number | null
  signal?: AbortSignal
}

/** The logged-in person behind a call. */
export type Actor = Me
