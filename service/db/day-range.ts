import { type SQL, gte, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

const DAY_MS = 86_400_000

/** Days are those of UTC. */
const startOfDay = (date: string) => new Date(`${date}T00:00:00Z`)

/** Including the day itself. */
export const untilDay = (column: AnyPgColumn, date: string): SQL =>
  lt(column, new Date(startOfDay(date).getTime() + DAY_MS))

/** From the first day to the last one, both included; either may be omitted. */
export const betweenDays = (column: AnyPgColumn, first?: string, last?: string): (SQL | undefined)[] => [
  first === undefined ? undefined : gte(column, startOfDay(first)),
  last === undefined ? undefined : untilDay(column, last),
]
