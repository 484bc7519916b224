import { vi } from 'vitest'
import type { FootprintMapProps } from '~/components/map/overlays/footprint-map.tsx'
import type { PointsMapProps } from '~/components/map/overlays/points-map.tsx'

/**
 * What jsdom lacks: WebGL for the two small maps (for the large one, see fake-map.ts), workers, and navigation.
 * tests/support/browser/screens.setup.ts puts these in place of the real modules.
 */
export const footprintMap = {
  props: undefined as FootprintMapProps | undefined,
  draw: (props: FootprintMapProps | undefined) => void (footprintMap.props = props),
}

export function FootprintMap(props: FootprintMapProps) {
  footprintMap.draw(props)
  return <div data-testid="footprints" />
}

/** Shows what it received; a click hovers the first circle. */
export const PointsMap = ({ label, circles, countries = [], ...props }: PointsMapProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
  <img
    alt={label}
    src="/points.png"
    title={`${circles.features.length} circles in ${countries.join()}`}
    onClick={() => props.onPoint?.({ circle: '0' })}
  />
)

/** The SHA-256 of every file. */
export const HASH = 'ab'.repeat(32)
export const hashFile = () => Promise.resolve(HASH)

/** Called with each address that a screen opens. */
export const openAddress = vi.fn()
