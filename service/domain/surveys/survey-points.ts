/** The validated clusters of a survey: a column per key, a value per cluster, in the order of the points file. */
export interface SurveyPoints {
  /** Row of the points file as the person sees it; row 1 is the header. */
  row: Uint32Array
  cluster: string[]
  longitude: Float64Array
  latitude: Float64Array
  numerator: Float64Array
  denominator: Float64Array
  /** Null if the file has no such column. */
  weight: Float64Array | null
  stratum: (string | null)[] | null
  /** Coded as in the file. */
  urban: string[] | null
}
