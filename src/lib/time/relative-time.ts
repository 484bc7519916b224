const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

const units = [
  ['Day', DAY_MS],
  ['Hour', HOUR_MS],
  ['Minute', MINUTE_MS],
  ['Second', SECOND_MS],
] as const

interface Place {
  locale?: string
  timeZone?: string
}

/** Under a week: whole Days, Hours, Minutes or Seconds ago. Older or no date at all: null. */
export function formatAgo(iso: string, nowMs: number): string | null {
  const ageMs = Math.max(0, nowMs - Date.parse(iso))
  if (Number.isNaN(ageMs) || ageMs >= WEEK_MS) return null
  const [name, size] = units.find(([, unitMs]) => ageMs >= unitMs) ?? units[3]
  const count = Math.floor(ageMs / size)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}

/** As `formatAgo`; older: a date in the reader's format. `place` is the reader's unless it is named. */
export function relativeTime(iso: string, nowMs: number, place: Place = {}): string {
  const thenMs = Date.parse(iso)
  return Number.isNaN(thenMs) ? '' : (formatAgo(iso, nowMs) ?? dateFormat(place).format(thenMs))
}

let ofReader: Intl.DateTimeFormat | undefined

/** Making a format takes longer than a hundred uses: the reader's is made once. */
function dateFormat({ locale, timeZone }: Place): Intl.DateTimeFormat {
  if (locale !== undefined || timeZone !== undefined) return new Intl.DateTimeFormat(locale, { timeZone })
  ofReader ??= new Intl.DateTimeFormat()
  return ofReader
}
