/** 0 is the country, 1 and 2 are its admin levels. */
type AdminLevel = 0 | 1 | 2

export interface AdminUnits {
  level: AdminLevel
  unitCount: number
  cellUnit: Int32Array
  clusterUnit: Int32Array
}

/**
 * `z` is (logit modelled − logit observed) over half of the direct interval, times 1.96; `z` and `pass` are null if a unit
 * is not testable.
 */
export interface AdminEstimate {
  level: AdminLevel
  unit: number
  clusters: number
  observed: number | null
  observedLower: number | null
  observedUpper: number | null
  modelled: number | null
  modelledLower: number | null
  modelledUpper: number | null
  z: number | null
  pass: boolean | null
  decision: UnitDecision | null
}

/** What the joint draws of a level say about a unit; null for a unit without a modelled mean. */
export interface UnitDecision {
  /** People in the unit, and expected number of them affected with its 95 % interval; null without a population. */
  people: number | null
  affected: number | null
  affectedLower: number | null
  affectedUpper: number | null
  /** P(prevalence > threshold); null without a threshold. */
  exceedance: number | null
  /** Median rank by prevalence, 1 the highest, with its 95 % interval. */
  rank: number
  rankLower: number
  rankUpper: number
  /** P(highest prevalence of the level). */
  highest: number
  /** P(among the highest, or the lowest, fifth of the level's modelled units, rounded up). */
  highestFifth: number
  lowestFifth: number
}

export type SubnationalEstimate = AdminEstimate & { level: 1 | 2 }

/** How many testable units pass one by one, and the test of all units with clusters together. */
export interface AdminTally {
  tested: number
  passed: number
  together: UnitTest | null
}

/** A test of all units of a level together; `p_value` is uniform when the model is right. */
export interface UnitTest {
  units: number
  chi_squared: number
  p_value: number
}
