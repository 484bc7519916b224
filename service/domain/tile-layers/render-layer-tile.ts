import type { Caller, Services } from '../../context.ts'
import { renderBandTile } from '../bands/look-at-band.ts'
import { renderOutputTile } from '../outputs/render-output-tile.ts'
import type { RampKey, TileLayer } from './tile-layer.ts'

/** A tile of a layer, by the code that draws the product's own maps. */
export function renderLayerTile(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { of, min, max }: TileLayer,
  place: { z: number; x: number; y: number },
  ramp: RampKey,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  const look = { ramp, min, max }
  return 'band' in of
    ? renderBandTile(db, files, { id: of.band, ...place }, look, caller)
    : renderOutputTile(db, files, { id: of.job, surface: of.surface, ...place }, look, caller)
}
