import type { CellValues } from './read.ts'

/** Pearson's r = Σ(a − ā)(b − b̄) / √(Σ(a − ā)² Σ(b − b̄)²), from −1 to 1; null if either is constant. */
export function correlation(one: CellValues, two: CellValues): number | null {
  const [a, b] = [meanOf(one), meanOf(two)]
  let [product, squaresOne, squaresTwo] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    product += (one[i] - a) * (two[i] - b)
    squaresOne += (one[i] - a) ** 2
    squaresTwo += (two[i] - b) ** 2
  }
  const scale = Math.sqrt(squaresOne * squaresTwo)
  return scale > 0 ? Math.min(1, Math.max(-1, product / scale)) : null
}

function meanOf(values: CellValues): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
