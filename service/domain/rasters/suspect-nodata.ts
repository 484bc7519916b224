import { isFill, isNodataCode, LARGEST_VALUE } from '../../modelling/nodata-codes.ts'
import type { BandMeasure } from '../../raster/inspect.ts'
import { storedValue } from '../../raster/tiff/scaling.ts'

type Measure = Pick<BandMeasure, 'min' | 'max' | 'histogram' | 'scaling'>

export interface Suspect {
  end: 'smallest' | 'largest'
  /** As the cells hold it. */
  stored: number
  /** No quantity has it. */
  impossible: boolean
}

/** A code is suspicious if the other values are this many times their own range away: above them, and below them. */
const APART = { largest: 1, smallest: 0.1 }

/** The ends of a band's values that look like nodata which is not marked as such. */
export function suspectsOf({ min, max, histogram, scaling }: Measure): Suspect[] {
  const isReversed = scaling !== undefined && scaling.scale < 0
  const bins = isReversed ? histogram.toReversed() : histogram
  const [low, high] = (isReversed ? [max, min] : [min, max]).map((value) => storedValue(value, scaling))
  const ends = [
    { end: 'smallest', stored: low, others: bins },
    ...(min === max ? [] : [{ end: 'largest', stored: high, others: bins.toReversed() } as const]),
  ] as const
  return ends
    .filter(({ end, stored, others }) => isFill(stored) || (isNodataCode(stored) && isApart(end, others)))
    .map(({ end, stored }) => ({ end, stored, impossible: Math.abs(stored) > LARGEST_VALUE }))
}

/** `bins`: from the suspect's own to those farthest from it. */
function isApart(end: Suspect['end'], bins: readonly number[]): boolean {
  const nearest = bins.findIndex((count, i) => i > 0 && count > 0)
  if (nearest < 0) return false
  const farthest = bins.findLastIndex((count) => count > 0)
  return nearest - 1 >= APART[end] * (farthest - nearest + 1)
}
