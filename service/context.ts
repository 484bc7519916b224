import type { Me } from '#contract/accounts.ts'
import type { AppConfig } from '#config'
import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { FileStore } from './files/file-store.ts'
import type { Queue } from './tasks/queue.ts'

/** What the process owns; made once at boot, handed to every verb that needs it. */
export interface Services {
  config: AppConfig
  db: Database
  files: FileStore
  queue: Queue
  log: Logger
}

/** On whose behalf work is done, and whether they still wait for it. */
export interface Caller {
  /** Null: nobody in particular. */
  personId: number | null
  signal?: AbortSignal
}

/** The signed-in person behind a call. */
export type Actor = Me
