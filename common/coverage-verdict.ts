/** Two-sided at 1 %: with right intervals, chance alone rarely gives a verdict. */
const Z = 2.58

/**
 * Whether the intervals of held-out clusters cover fewer, or more, of them than the predictions themselves expect: counts
 * are discrete, so even right intervals cover more than their nominal share. Undefined: neither, or it cannot be tested.
 */
export function coverageVerdict(
  covered: number | null | undefined,
  expected: number | null | undefined,
  clusters: number | undefined,
): 'narrow' | 'wide' | undefined {
  if (typeof covered !== 'number' || typeof expected !== 'number') return undefined
  if (clusters === undefined || clusters <= 0) return undefined
  const tolerance = Z * Math.sqrt((expected * (1 - expected)) / clusters)
  if (Math.abs(covered - expected) <= tolerance) return undefined
  return covered < expected ? 'narrow' : 'wide'
}
