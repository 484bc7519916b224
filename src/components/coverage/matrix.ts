export interface CoverageEntry {
  iso3_code: string
  country: string
  /** Null: unknown. */
  year: number | null
}

export const MAX_YEARS = 60

/** Every year from the first to the last with data, including gaps, by country in alphabetical order. */
export function matrixOf<E extends CoverageEntry>(entries: readonly E[]) {
  const dated = entries.flatMap(({ year }) => (year === null ? [] : [year]))
  const last = Math.max(...dated)
  const first = Math.min(...dated)
  const from = Math.max(first, last - MAX_YEARS + 1)
  const years = dated.length > 0 ? Array.from({ length: last - from + 1 }, (_, at) => from + at) : []
  const countries = [...Map.groupBy(entries, ({ iso3_code }) => iso3_code).values()]
    .map((own) => ({
      iso3_code: own[0].iso3_code,
      country: own[0].country,
      byYear: new Map(own.flatMap((entry) => (entry.year === null ? [] : [[entry.year, entry] as const]))),
      withoutYear: own.find(({ year }) => year === null),
    }))
    .toSorted((a, b) => a.country.localeCompare(b.country, 'en'))
  return {
    years,
    countries,
    undated: entries.some(({ year }) => year === null),
    /** Years before the first column. */
    left: dated.length > 0 ? from - first : 0,
  }
}
