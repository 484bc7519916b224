/** Two-sided at 1 %: with right intervals, chance alone rarely gives a verdict. */
const Z = 2.58
/** With many clusters, chance explains very little; a difference of less than a point changes no decision. */
const MATERIAL = 0.01

/** The difference from the expected coverage that does not count: what chance explains, and at least a point. */
export const coverageTolerance = (expected: number, clusters: number) =>
  Math.max(MATERIAL, Z * Math.sqrt((expected * (1 - expected)) / clusters))

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
  if (Math.abs(covered - expected) <= coverageTolerance(expected, clusters)) return undefined
  return covered < expected ? 'narrow' : 'wide'
}
