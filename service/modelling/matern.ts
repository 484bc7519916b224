const SQRT3 = Math.sqrt(3)

/**
 * Matérn correlation with smoothness 3/2: (1 + x)·exp(−x), x = √3·d/ρ. `distanceKm` ≥ 0, `lengthScaleKm` > 0.
 * Rasmussen and Williams 2006, eq. 4.17.
 */
export function matern32(distanceKm: number, lengthScaleKm: number): number {
  const x = (SQRT3 * distanceKm) / lengthScaleKm
  return (1 + x) * Math.exp(-x)
}

/** Correlation matrix and its derivative by log ρ, x²·exp(−x), of a symmetric distance matrix (n·n, row-major). */
export function maternMatrices(
  distancesKm: Float64Array,
  n: number,
  lengthScaleKm: number,
  correlation: Float64Array,
  derivative: Float64Array,
): void {
  const scale = SQRT3 / lengthScaleKm
  for (let i = 0; i < n; i++) {
    correlation[i * n + i] = 1
    derivative[i * n + i] = 0
    for (let j = 0; j < i; j++) {
      const x = scale * distancesKm[i * n + j]
      const decay = Math.exp(-x)
      correlation[i * n + j] = correlation[j * n + i] = (1 + x) * decay
      derivative[i * n + j] = derivative[j * n + i] = x * x * decay
    }
  }
}

/** Practical range over length scale, √(8ν)/√(2ν): correlation about 0.14 (Lindgren, Rue and Lindström 2011). */
export const RANGE_PER_LENGTH_SCALE = 2
