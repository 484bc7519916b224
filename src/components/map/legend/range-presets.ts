import { z } from 'zod'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { tidyEnd } from '~/components/map/base/tile-origin.ts'

/** Ranges of the colours by percentiles. */
export const RANGE_PRESETS = ['p2_98', 'p5_95'] as const
export type RangePresetName = (typeof RANGE_PRESETS)[number]
export type NamedRange = RangePresetName | 'all'

export const RANGE_LABELS: Record<NamedRange | 'own', string> = {
  all: 'All values',
  p2_98: 'Middle 96 % (2–98)',
  p5_95: 'Middle 90 % (5–95)',
  own: 'Own range',
}

const NUMBER = String.raw`-?\d{1,15}(?:\.\d{1,10})?(?:e[+-]?\d{1,2})?`
const OWN = new RegExp(`^${NUMBER}_${NUMBER}$`)

/** `12.5_200`: from 12.5 to 200. */
export const formatEnds = ({ min, max }: Range) => `${tidyEnd(min)}_${tidyEnd(max)}`

export function parseEnds(text: string | undefined): Range | null {
  if (!text || !OWN.test(text)) return null
  const [min, max] = text.split('_').map(Number)
  return min < max ? { min, max } : null
}

export const isPreset = (text: string | undefined): text is RangePresetName =>
  (RANGE_PRESETS as readonly (string | undefined)[]).includes(text)

/** From this many standard deviations on, extremes hide the rest: of 100,000,000 normal values, the range is 11.5. */
const HIDING_SPAN = 15

/** What the colours cover unless a range is chosen. */
export const usualRange = (extremes: readonly (Range & { sd?: number | undefined })[]): NamedRange =>
  extremes.some(({ min, max, sd }) => sd !== undefined && max - min > HIDING_SPAN * sd) ? 'p2_98' : 'all'

/** The colours are squeezed into a small part of these values. */
export const isNarrow = (range: Range, axis: Range) => range.max - range.min < (axis.max - axis.min) / 4

/** The least range that holds all of these. */
export const rangeAround = (ranges: readonly Range[]): Range => ({
  min: Math.min(...ranges.map(({ min }) => min)),
  max: Math.max(...ranges.map(({ max }) => max)),
})

/** The ends of the colours; values beyond them have the colours of the ends. */
export const endLabels = (
  ends: Range,
  values: Range,
  show: (value: number) => string,
): [low: string, high: string] => [
  show(ends.min) + (values.min < ends.min ? ' and less' : ''),
  show(ends.max) + (values.max > ends.max ? ' and more' : ''),
]

/** What an address holds: a name, or the two ends. */
export const rangeText = z.string().refine((text) => rangeName(text) !== 'own' || parseEnds(text) !== null)

export const rangeName = (text: string): NamedRange | 'own' =>
  text === 'all' || isPreset(text) ? text : 'own'

/** The ends of a range by percentiles; null while they are loading, or if all of these values are the same. */
export function endsOf(
  name: RangePresetName,
  percentiles: { p2: number; p5: number; p95: number; p98: number } | undefined,
): Range | null {
  if (!percentiles) return null
  const { p2, p5, p95, p98 } = percentiles
  const range = name === 'p2_98' ? { min: p2, max: p98 } : { min: p5, max: p95 }
  return range.min < range.max ? range : null
}
