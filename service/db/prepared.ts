import type { Executor } from './client.ts'

/**
 * For a frequent statement whose best plan is the same for all values: with the name that `prepare` gives it, each
 * connection parses it once and soon keeps its plan.
 */
export function prepared<DB extends Executor, Statement>(
  prepare: (db: DB) => Statement,
): (db: DB) => Statement {
  const statements = new WeakMap<DB, Statement>()
  return (db) => {
    let statement = statements.get(db)
    if (!statement) statements.set(db, (statement = prepare(db)))
    return statement
  }
}
