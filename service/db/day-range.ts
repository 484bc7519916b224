import { type AnyPgColumn, type SQL, gte, lt } from '#drizzle'
import type { Period } from '#contract/shapes.ts'

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

const isoDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** The first and the last day of a period, which ends today. */
export function daysOf(period: Period, now = new Date()): { first: string; last: string } {
  const last = isoDay(now)
  const back = (days: number) => isoDay(new Date(now.getTime() - days * DAY_MS))
  const first = {
    today: last,
    last_7_days: back(6),
    last_30_days: back(29),
    this_month: `${last.slice(0, 7)}-01`,
  }[period]
  return { first, last }
}

export function inPeriod(column: AnyPgColumn, period: Period | undefined): (SQL | undefined)[] {
  if (period === undefined) return []
  const { first, last } = daysOf(period)
  return betweenDays(column, first, last)
}
