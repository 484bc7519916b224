import { type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { USUAL_TAIL, isShare, usualRange } from '#contract/jobs/surface-range.ts'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { type NamedRange, rangeName } from '~/components/map/legend/range-presets.ts'

export const sameRange = (one: Surface, other: Surface) => one === other || (isShare(one) && isShare(other))

/** Numbers of people have no range in percent to choose. */
export const hasChosenRange = (surface: Surface) => scaleOf(surface) !== 'people'

export const USUAL_RANGE = 'p2_98' satisfies NamedRange
const TAILS: Record<NamedRange, number> = { all: 0, p2_98: USUAL_TAIL, p5_95: 0.05 }

/** The values of the first and the last colour of a surface's cells. */
export function rangeOfCells(
  surfaces: Parameters<typeof usualRange>[0],
  surface: Surface,
  { range, same_colours: together }: { range?: string | undefined; same_colours?: true | undefined },
): Range {
  const name = rangeName((hasChosenRange(surface) && range) || USUAL_RANGE)
  const own = name === 'own' ? parseRange(range) : null
  return own ?? usualRange(surfaces, surface, { tail: name === 'own' ? USUAL_TAIL : TAILS[name], together })
}

const PERCENT = String.raw`\d{1,3}(?:\.\d{1,2})?`
export const RANGE_PATTERN = new RegExp(`^${PERCENT}_${PERCENT}$`)

/** `5_62.5`: from 5 to 62.5 percent. */
export const formatRange = ({ min, max }: Range) => `${percentOf(min)}_${percentOf(max)}`

export function parseRange(text: string | undefined): Range | null {
  if (!text || !RANGE_PATTERN.test(text)) return null
  const [min, max] = text.split('_').map((part) => Number(part) / 100)
  return min < max && max <= 1 ? { min, max } : null
}

/** A share as the percentage that people read and type, without trailing zeros. */
export const percentOf = (share: number) => Number((share * 100).toFixed(2))
