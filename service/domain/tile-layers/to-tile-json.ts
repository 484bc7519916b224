import { BASE_PATH } from '#contract/endpoint.ts'
import type { TileJson } from '#contract/standards/tilejson.ts'
import type { AppConfig } from '../../../app.config.ts'
import { rampTable } from '../../raster/tiles/ramps.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { RAMP } from '../rasters/render-stored-tile.ts'
import {
  type ColourStop,
  type RampKey,
  type TileLayer,
  onMercator,
  tidy,
  tileTemplate,
} from './tile-layer.ts'

const STOPS = 5

/** The colours of values that are equally far from each other, from `min` to `max`. */
function stopsOf(ramp: RampKey, min: number, max: number): ColourStop[] {
  const table = rampTable(RAMP[ramp])
  return Array.from({ length: STOPS }, (_, i) => {
    const share = i / (STOPS - 1)
    const at = Math.round(share * 255) * 3
    const colour = `#${Buffer.from(table.subarray(at, at + 3)).toString('hex')}`
    return { value: tidy(min + share * (max - min)), colour }
  })
}

/** `classes`: of a categorical band, whose own colours are shown unless a ramp is requested. */
export function toTileJson(
  layer: TileLayer,
  look: { ramp?: RampKey; min?: number; max?: number },
  { apiPublicUrl, brandName }: Pick<AppConfig, 'apiPublicUrl' | 'brandName'>,
  classes: ColourStop[] = [],
): TileJson {
  const { title, description, source, unit, bounds, minZoom, maxZoom } = layer
  if (!bounds)
    throw new ServiceError(
      'conflict',
      sentence`'${title}' has no tiles: its reference system cannot be projected. Warp it to EPSG:4326 (gdalwarp).`,
    )
  const { ramp = classes.length > 0 ? 'classes' : 'viridis', min = layer.min, max = layer.max } = look
  const stops = ramp === 'classes' ? classes : stopsOf(ramp, min, max)
  const onMap = onMercator(bounds)
  const [west, south, east, north] = onMap
  const named = unit === '' ? title : `${title} (${unit})`
  return {
    tilejson: '3.0.0',
    name: title,
    description,
    attribution: [source, brandName].filter(Boolean).join(' · '),
    scheme: 'xyz',
    tiles: [`${apiPublicUrl}${BASE_PATH}${tileTemplate({ ...layer, min, max }, ramp)}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: onMap,
    center: [
      tidy((west + east) / 2),
      tidy((south + north) / 2),
      Math.min(maxZoom, Math.max(minZoom, Math.floor(Math.log2(360 / Math.max(east - west, 1e-6))))),
    ],
    legend: `${named}: ${stops.map(({ value, colour }) => `${value} ${colour}`).join(', ')}`,
    scale: { ramp, unit, stops },
  }
}
