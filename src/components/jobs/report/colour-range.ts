import type { JobReport, Surface } from '#contract/job-shapes.ts'
import type { Range } from '~/components/map/map-overlays.ts'

type Surfaces = NonNullable<JobReport['surfaces']>

/** Surfaces with the same range of colours, so that switching between them shows the values' change, not the ramp's. */
export const isShare = (surface: Surface) => surface === 'mean' || surface === 'lower' || surface === 'upper'

export const sameRange = (one: Surface, other: Surface) => one === other || (isShare(one) && isShare(other))

/** Mean, lower and upper share one range: from the least lower end to the greatest upper end. */
export function usualRange(surfaces: Surfaces, surface: Surface): Range {
  if (surface === 'exceedance') return { min: 0, max: 1 }
  if (surface === 'people') return { min: 0, max: surfaces.people?.max ?? 1 }
  if (!isShare(surface)) return { min: surfaces[surface].min, max: surfaces[surface].max }
  return {
    min: Math.min(surfaces.lower.min, surfaces.mean.min),
    max: Math.max(surfaces.upper.max, surfaces.mean.max),
  }
}

/** Numbers of people have no range in percent to choose. */
export const hasChosenRange = (surface: Surface) => surface !== 'people'

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
