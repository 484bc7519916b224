export const NUMBER_COLUMNS = ['longitude', 'latitude', 'numerator', 'denominator', 'weight'] as const

/** The cells of a points file by meaning, a value per cluster. */
export type PointsCells = Record<
  'cluster' | 'longitude' | 'latitude' | 'numerator' | 'denominator',
  readonly string[]
> &
  Partial<Record<'weight' | 'stratum' | 'urban', readonly string[]>>

/** The same as numbers; NaN for a cell that is not one. */
export type PointsNumbers = Record<'longitude' | 'latitude' | 'numerator' | 'denominator', Float64Array> & {
  weight: Float64Array | null
}
