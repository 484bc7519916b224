import type { Covariates } from '#contract/rasters/collections.ts'
import type { MemberBand } from '#contract/rasters/collection-list.ts'

/** The form's data about a band. */
export interface BandChoice {
  id: number
  name: string
  unit: string
  year: number | null
}

/** A band, or the years of a series. */
export interface Covariate {
  /** The series' name; null for a single band. */
  series: string | null
  bands: readonly BandChoice[]
}

export const nameOf = ({ series, bands }: Covariate) => series ?? bands[0].name
/** Identifies a covariate while the form is open. */
export const keyOf = ({ bands }: Covariate) => bands[0].id
export const single = (band: BandChoice): Covariate => ({ series: null, bands: [band] })
export const bandsOf = (covariates: readonly Covariate[]) => covariates.flatMap(({ bands }) => bands)

export const covariatesOf = (members: readonly MemberBand[]): Covariate[] =>
  [...Map.groupBy(members, ({ series, id }) => series ?? id).entries()].map(([key, bands]) => ({
    series: typeof key === 'string' ? key : null,
    bands,
  }))

/** The covariates in the form that the call expects. */
export const toMembers = (covariates: readonly Covariate[]): Covariates =>
  covariates.map(({ series, bands }) =>
    series === null ? bands[0].name : { series: series.trim(), bands: bands.map(({ name }) => name) },
  )

/** One series of both, or null if their bands cannot be years of one: each needs a year that no other has. */
export function joined(one: Covariate, other: Covariate): Covariate | null {
  const bands = [...one.bands, ...other.bands].toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0))
  const years = new Set(bands.map(({ year }) => year))
  if (years.has(null) || years.size < bands.length) return null
  return { series: one.series ?? other.series ?? withoutYear(one.bands[0].name), bands }
}

const withoutYear = (name: string) => name.replace(/[\s_.-]*(?:19|20)\d\d/, '') || name

/** For the check of the bands: the number of each band's covariate. */
export const numbersOf = (covariates: readonly Covariate[]) =>
  covariates.flatMap(({ bands }, i) => bands.map(() => i + 1))
