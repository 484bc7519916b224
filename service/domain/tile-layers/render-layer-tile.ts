import type { Caller, Services } from '../../context.ts'
import { renderBandTile } from '../bands/look-at-band.ts'
import { renderOutputTile } from '../outputs/render-output-tile.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type StyleKey, type TileLayer, stylesOf } from './tile-layer.ts'

/** A tile of a layer in its default style or another one, by the code that draws the product's own maps. */
export function renderLayerTile(
  { db, files }: Pick<Services, 'db' | 'files'>,
  layer: TileLayer,
  place: { z: number; x: number; y: number },
  style: StyleKey | undefined,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  const { id, of, min, max } = layer
  if (style && !stylesOf(layer).includes(style))
    throw new ServiceError('bad-request', sentence`The layer '${id}' has no style '${style}'.`)
  // The default of what has classes.
  const ramp = style === 'classes' ? undefined : style
  if ('band' in of) return renderBandTile(db, files, { id: of.band, ...place }, { ramp, min, max }, caller)
  const look = { ramp: ramp ?? 'viridis', min, max } as const
  return renderOutputTile(db, files, { id: of.job, surface: of.surface, ...place }, look, caller)
}
