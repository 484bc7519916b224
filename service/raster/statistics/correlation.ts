import type { CellValues } from '../cells/read.ts'

/** Pearson's r = Σ(a − ā)(b − b̄) / √(Σ(a − ā)² Σ(b − b̄)²), from −1 to 1; null if either is constant. */
export function correlation(one: CellValues, two: CellValues): number | null {
  // Differences from one of the values lose no digits to a large offset.
  const [firstOne, firstTwo] = [one[0], two[0]]
  const [a, b] = [meanFrom(firstOne, one), meanFrom(firstTwo, two)]
  let [product, squaresOne, squaresTwo] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const [fromA, fromB] = [one[i] - firstOne - a, two[i] - firstTwo - b]
    product += fromA * fromB
    squaresOne += fromA ** 2
    squaresTwo += fromB ** 2
  }
  const scale = Math.sqrt(squaresOne * squaresTwo)
  return scale > 0 ? Math.min(1, Math.max(-1, product / scale)) : null
}

/** The mean of the differences from `offset`. */
export function meanFrom(offset: number, values: CellValues): number {
  let sum = 0
  for (const value of values) sum += value - offset
  return sum / values.length
}
