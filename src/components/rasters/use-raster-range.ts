import { useQuery } from '@tanstack/react-query'
import type { RasterName } from '#contract/viewing/viewing.ts'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import { endsOf, isPreset, parseEnds } from '~/components/map/legend/range-presets.ts'
import { percentilesQuery } from '~/server/viewing.functions.ts'

/** The values of the first and the last colour. While percentiles are loading, those of all values. */
export function useRasterRange(
  { name, extremes: { min, max } }: { name: RasterName; extremes: Range },
  /** The range in the address, or the default. */
  rangeText: string,
) {
  const preset = isPreset(rangeText) ? rangeText : null
  const percentiles = useQuery({ ...percentilesQuery(name), enabled: preset !== null })
  const ends = preset ? endsOf(preset, percentiles.data) : parseEnds(rangeText)
  const range: Range = ends ?? { min, max }
  return {
    range,
    failed: preset !== null && percentiles.isError,
    /** Percentiles of an overview, which holds averages. */
    estimated: preset !== null && percentiles.data?.exact === false,
  }
}
