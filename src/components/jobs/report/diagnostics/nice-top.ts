const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10]

/** The end of an axis from 0: the least round number that is not below `highest`, at most 1. */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 0.01
  const unit = 10 ** Math.floor(Math.log10(highest))
  const step = STEPS.find((one) => one * unit >= highest * (1 - 1e-9)) ?? 10
  return Math.min(1, Number((step * unit).toPrecision(2)))
}

/** A tick as a percentage without trailing zeros: `0.5`, `20`. */
export const tickInPercent = (share: number) => String(Number((share * 100).toPrecision(3)))
