import type { Standardisation } from '../components/standardisation.ts'
import type { Lattice } from '../components/surface/lattice.ts'

/** Draws of a layer's field: prevalence at any place follows from them. */
export interface Posterior {
  /** Sphere point about which the plane of the lattice lies (`localPlane`). */
  centre: readonly [number, number, number]
  /** Nodes by column and row, spacing and origin, km in that plane. */
  lattice: Pick<Lattice, 'spacingKm' | 'x0' | 'y0' | 'columns' | 'rows'>
  standardisation: Standardisation
  /** The density of sampling is the last covariate. */
  usesDensity: boolean
  draws: number
  /** Surface weights, rounded (`roundSurface`): node k, draw d at [k·draws + d]. */
  surface: Float32Array
  /** Coefficients: column c of the design, draw d at [c·draws + d]. */
  coefficients: Float64Array
  /** Which draws share which cluster sd; they cover all draws in order. */
  groups: { from: number; to: number; clusterSd: number }[]
}
