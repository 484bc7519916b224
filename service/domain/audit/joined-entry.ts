import type { Database } from '../../db/client.ts'
import { joinTransactions } from '../../db/transaction.ts'
import { type AuditEvent, record } from './record.ts'

export interface JoinedEntry {
  /** For the call's verb: its transaction includes the entry. */
  db: Database
  /** Whether the entry is in the log, together with what the verb wrote. */
  isWritten(): boolean
}

/**
 * The entry of a call that succeeds, in the transaction that does its work: neither exists without the other.
 * `describe` gets the transaction's result. If a verb commits several times, the first transaction includes the entry.
 */
export function joinEntry(db: Database, describe: (made: unknown) => AuditEvent): JoinedEntry {
  let written = false
  const joined = joinTransactions(db, {
    beforeCommit: async (tx, made) => {
      if (!written) await record(tx, describe(made))
    },
    committed: () => (written = true),
  })
  return { db: joined, isWritten: () => written }
}
