/** Interval widths of the data presentation standards for proportions (Parker et al. 2017, NCHS Vital Health Stat 2(175)). */
const NARROW = 0.05
const WIDE = 0.3
const MAX_RELATIVE_WIDTH = 1.3

/**
 * Whether a share between 0 and 1 is precise enough to be published: its 95 % interval is at most 5 points wide, or less
 * than 30 points and at most 1.3 times the share or, if that is smaller, its complement.
 */
export function isPrecise(share: number, lower: number, upper: number): boolean {
  const width = upper - lower
  if (width <= NARROW) return true
  return width < WIDE && width <= MAX_RELATIVE_WIDTH * Math.min(share, 1 - share)
}
