import { besselK1 } from '../numerics/bessel.ts'
import { chordKm } from '../numerics/sphere.ts'

const SQRT3 = Math.sqrt(3)

/**
 * Matérn correlation with smoothness 3/2: (1 + x)·exp(−x), x = √3·d/ρ. `distanceKm` ≥ 0, `lengthScaleKm` > 0.
 * Rasmussen and Williams 2006, eq. 4.17.
 */
export function matern32(distanceKm: number, lengthScaleKm: number): number {
  const x = (SQRT3 * distanceKm) / lengthScaleKm
  return (1 + x) * Math.exp(-x)
}

/** Derivative of `matern32` by log ρ, x²·exp(−x), from its value: no second exponential. */
export function matern32LogDerivative(
  distanceKm: number,
  lengthScaleKm: number,
  correlation: number,
): number {
  const x = (SQRT3 * distanceKm) / lengthScaleKm
  return (x * x * correlation) / (1 + x)
}

/**
 * Matérn correlation with smoothness 1: κd·K₁(κd), κ = √8 / range, about 0.14 at the range. `distanceKm` ≥ 0,
 * `rangeKm` > 0. Lindgren, Rue and Lindström 2011, eq. 1.
 */
export function matern1(distanceKm: number, rangeKm: number): number {
  const x = (Math.sqrt(8) * distanceKm) / rangeKm
  return x === 0 ? 1 : x * besselK1(x)
}

/** Correlation matrix of sphere points (3 values each), n·n, into `correlation`. */
export function maternMatrix(points: Float64Array, lengthScaleKm: number, correlation: Float64Array): void {
  const n = points.length / 3
  for (let i = 0; i < n; i++) {
    correlation[i * n + i] = 1
    for (let j = 0; j < i; j++) {
      const value = matern32(chordKm(points, i, points, j), lengthScaleKm)
      correlation[i * n + j] = correlation[j * n + i] = value
    }
  }
}

/** Practical range over length scale, √(8ν)/√(2ν): correlation about 0.14 (Lindgren, Rue and Lindström 2011). */
export const RANGE_PER_LENGTH_SCALE = 2
