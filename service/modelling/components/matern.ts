import { besselK1 } from '../numerics/bessel.ts'

const SQRT3 = Math.sqrt(3)

/**
 * Matérn correlation with smoothness 3/2: (1 + x)·exp(−x), x = √3·d/ρ. `distanceKm` ≥ 0, `lengthScaleKm` > 0.
 * Rasmussen and Williams 2006, eq. 4.17.
 */
export function matern32(distanceKm: number, lengthScaleKm: number): number {
  const x = (SQRT3 * distanceKm) / lengthScaleKm
  return (1 + x) * Math.exp(-x)
}

/**
 * Matérn correlation with smoothness 1: κd·K₁(κd), κ = √8 / range, about 0.14 at the range. `distanceKm` ≥ 0,
 * `rangeKm` > 0. Lindgren, Rue and Lindström 2011, eq. 1.
 */
export function matern1(distanceKm: number, rangeKm: number): number {
  const x = (RANGE_PER_LENGTH_SCALE * distanceKm) / rangeKm
  return x === 0 ? 1 : x * besselK1(x)
}

/** Range over length scale 1/κ, √(8ν): the correlation at the range is about 0.14 (Lindgren, Rue and Lindström 2011). */
export const RANGE_PER_LENGTH_SCALE = Math.sqrt(8)
