/** A points file's known columns, by meaning. */
export const POINTS_COLUMN_NAMES = [
  'cluster',
  'longitude',
  'latitude',
  'numerator',
  'denominator',
  'weight',
  'stratum',
  'urban',
] as const
export type PointsColumnName = (typeof POINTS_COLUMN_NAMES)[number]
