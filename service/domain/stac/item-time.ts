/** `datetime`, or the year as an interval; without either, the moment of cataloguing, as a STAC item needs one. */
export function timeOf({
  day,
  firstYear,
  lastYear = firstYear,
  created,
}: {
  day?: string | null
  firstYear: number | null
  lastYear?: number | null
  created: Date
}): Record<string, string | null> {
  const about = { created: created.toISOString() }
  if (day) return { datetime: `${day}T00:00:00Z`, ...about }
  if (firstYear === null || lastYear === null) return { datetime: created.toISOString(), ...about }
  return {
    datetime: null,
    start_datetime: `${firstYear}-01-01T00:00:00Z`,
    end_datetime: `${lastYear}-12-31T23:59:59Z`,
    ...about,
  }
}

/** Leaves out properties that are unknown: STAC has no nulls there. */
export const known = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
