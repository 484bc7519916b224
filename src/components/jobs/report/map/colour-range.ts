import { type Surface, scaleOf } from '#contract/jobs/output-types.ts'
import { isShare } from '#contract/jobs/surface-range.ts'
import type { Range } from '~/components/map/overlays/map-overlays.ts'

export const sameRange = (one: Surface, other: Surface) => one === other || (isShare(one) && isShare(other))

/** Numbers of people have no range in percent to choose. */
export const hasChosenRange = (surface: Surface) => scaleOf(surface) !== 'people'

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
