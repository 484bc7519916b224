import { getBandTile } from '#contract/rasters/bands.ts'
import { addressOf } from '~/api/address.ts'
import type { Range } from '~/components/map/overlays/map-overlays.ts'
import type { Ramp } from '~/components/map/legend/ramps.ts'
import { tidyEnd, tilesAt } from '~/components/map/base/tile-origin.ts'

/** Without colours, the service draws classes in their own. */
export function bandTiles(id: number, colours: { ramp: Ramp; range: Range } | null): string {
  const address = addressOf(getBandTile, {
    params: { id, z: 0, x: 0, y: 0 },
    query: colours
      ? { ramp: colours.ramp, min: tidyEnd(colours.range.min), max: tidyEnd(colours.range.max) }
      : {},
  })
  return tilesAt(address)
}
