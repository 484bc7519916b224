import type pg from 'pg'
import { WatchedClient } from '../db/watched-client.ts'

/** A statement that is repeated within this time is prepared. */
const REPEATED_WITHIN_MS = 1000
const MOST_PLANS = 20
/** For maintenance and migrations; also how long a process that starts waits for others that create the same tables. */
const STATEMENT_MS = 60_000
/** A statement with values fetches or settles tasks; a dead connection must not hold that up for longer. */
const TASK_STATEMENT_MS = 10_000

/**
 * A connection that prepares a statement once it is repeated within a second: under a load of tasks, a third of the
 * time would go into planning the same two statements. Other statements are planned each time. A prepared plan lasts
 * until PostgreSQL updates the table's statistics, which is when an unprepared one would change too.
 */
export class PreparingClient extends WatchedClient {
  constructor(settings?: pg.ClientConfig) {
    super({ statement_timeout: STATEMENT_MS, ...settings })
    const lastAsked = new Map<string, number>()
    const names = new Map<string, string>()
    const nameOf = (text: string): string | undefined => {
      const known = names.get(text)
      if (known !== undefined) return known
      const now = performance.now()
      const isRepeated = now - (lastAsked.get(text) ?? -Infinity) < REPEATED_WITHIN_MS
      if (isRepeated && names.size < MOST_PLANS) names.set(text, `prepared_${names.size}`)
      if (lastAsked.size >= 200) lastAsked.clear()
      lastAsked.set(text, now)
      return names.get(text)
    }
    const query = this.query.bind(this) as (...asked: unknown[]) => unknown
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      // A batch of statements in one text cannot be prepared; a batch has no values.
      const fits = typeof text === 'string' && Array.isArray(values) && !text.includes(';')
      const name = fits ? nameOf(text) : undefined
      this.maxStatementMs = fits ? TASK_STATEMENT_MS : STATEMENT_MS
      return name === undefined ? query(text, values, ...rest) : query({ name, text }, values, ...rest)
    }) as typeof this.query
  }
}
