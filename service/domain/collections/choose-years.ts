export interface Dated {
  /** The covariate of which this is one year; null for a covariate of a single band. */
  series: string | null
  year: number | null
}

/**
 * One member per covariate, in order: of a series the year nearest to the given one, of two equally near the earlier;
 * without a year, the latest.
 */
export function chooseYears<T extends Dated>(members: readonly T[], year: number | null): T[] {
  const chosen = new Map<string | T, T>()
  for (const member of members) {
    const covariate = member.series ?? member
    const other = chosen.get(covariate)
    if (other === undefined || isBetter(member.year!, other.year!, year)) chosen.set(covariate, member)
  }
  return [...chosen.values()]
}

function isBetter(one: number, other: number, wanted: number | null): boolean {
  if (wanted === null) return one > other
  const gap = Math.abs(one - wanted) - Math.abs(other - wanted)
  return gap < 0 || (gap === 0 && one < other)
}

/** The year of a survey: of its date, else the first one in the name of its wave, as in 2017-18. */
export function surveyYear(date: string | null, wave: string): number | null {
  const year = date?.slice(0, 4) ?? /^(?:19|20)\d\d(?!\d)/.exec(wave)?.[0]
  return year === undefined ? null : Number(year)
}
