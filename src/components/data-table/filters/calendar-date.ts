import { quarter } from '~/lib/time/quarter.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '2024-03-09' → '9 Mar 2024'; anything that is not a date is returned unchanged. */
export function calendarDate(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : format.format(time)
}

/** '2024-03-09' → '9 Mar 2024 (Q1)', for surveys and their sources. */
export function dateWithQuarter(date: string): string {
  const words = calendarDate(date)
  return words === date ? date : `${words} (${quarter(Number(date.slice(5, 7)))})`
}
