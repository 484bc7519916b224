import type { Covariates } from '#contract/rasters/collections.ts'
import type { Member } from './find-version.ts'

/** Covariates have different names, and each band of a series a year of its own. */
export function validateSeries(covariates: Covariates, members: readonly Member[]): string[] {
  const names = covariates.map((one) => (typeof one === 'string' ? one : one.series))
  const errors = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map(
    (name) => `Two covariates are called '${name}'.`,
  )
  const first = new Map<string, Member>()
  for (const member of members) {
    const { name, series, year } = member
    if (series === null) continue
    if (year === null) {
      errors.push(
        `The band '${name}' has no year, so it cannot be part of the series '${series}'; enter the year on its page.`,
      )
      continue
    }
    const key = JSON.stringify([series, year])
    const other = first.get(key)
    if (other)
      errors.push(`The bands '${other.name}' and '${name}' of the series '${series}' are both of ${year}.`)
    else first.set(key, member)
  }
  return errors
}
