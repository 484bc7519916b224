import type { PairMode } from '~/components/map/overlays/map-pair.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'

const OPTIONS = [
  { value: 'side', label: 'Side by side' },
  { value: 'swipe', label: 'Swipe' },
  { value: 'difference', label: 'Difference' },
] as const

/** How two maps are compared. */
export function PairModes({
  mode,
  onMode,
}: {
  mode: PairMode | undefined
  onMode: (mode: PairMode | undefined) => void
}) {
  return (
    <Segmented
      label="View"
      value={mode ?? 'side'}
      options={OPTIONS}
      onChange={(next) => onMode(next === 'side' ? undefined : next)}
    />
  )
}
