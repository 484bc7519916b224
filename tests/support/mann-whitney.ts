/**
 * The upper tail of the standard normal distribution beyond z: by series (Abramowitz and Stegun 26.2.11), far out by
 * continued fraction (26.2.14).
 */
function normalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z > 4) {
    let fraction = z
    for (let k = 60; k > 0; k--) fraction = z + k / fraction
    return density / fraction
  }
  let term = z
  let sum = z
  for (let k = 3; k < 120; k += 2) sum += term *= (z * z) / k
  return 0.5 - density * sum
}

/**
 * Mann and Whitney's test of whether two samples come from one distribution: U of the first, and the two-sided p of the
 * normal approximation, corrected for ties and continuity.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): { u: number; p: number } {
  const [n, m] = [first.length, second.length]
  if (n === 0 || m === 0) throw new Error('Mann-Whitney needs a value in each sample.')
  const all = [
    ...first.map((value) => ({ value, own: true })),
    ...second.map((value) => ({ value, own: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end].value === all[start].value) end++
    const tied = end - start
    // Ranks count from 1; ties share the mean of theirs.
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ own }) => own).length
    ties += tied ** 3 - tied
  }
  const u = rankSum - (n * (n + 1)) / 2
  const size = n + m
  const deviation = Math.sqrt(((n * m) / 12) * (size + 1 - ties / (size * (size - 1))))
  if (deviation === 0) return { u, p: 1 }
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return { u, p: Math.min(1, 2 * normalTail(z)) }
}
