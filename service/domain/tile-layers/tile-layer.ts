import { RAMPS } from '#contract/rasters/ramps.ts'
import type { Surface } from '#contract/jobs/output-types.ts'
import type { Bounds } from '../../raster/grid.ts'
import { MERCATOR_LATITUDE } from '../../raster/systems/web-mercator.ts'

export type RampKey = (typeof RAMPS)[number]
/** A ramp, or the colours of a palette. */
export type StyleKey = RampKey | 'classes'
export interface ColourStop {
  value: number
  colour: string
}

/** A raster that other programs can draw from tiles. */
export interface TileLayer {
  /** Unique among all layers: `band-12`, `product-7`, `product-7-lower`. */
  id: string
  title: string
  description: string
  source: string
  unit: string
  /** In degrees; null if the raster's reference system cannot be projected: it has no tiles. */
  bounds: Bounds | null
  minZoom: number
  maxZoom: number
  /** The values of the first and the last colour. */
  min: number
  max: number
  /** Its values are classes, drawn in their own colours unless a ramp is requested. */
  categorical: boolean
  of: { band: number } | { job: number; surface: Surface }
}

/** A value as other programs are shown it. */
export const tidy = (value: number) => Number(value.toPrecision(6))

/** The styles of a layer, its default first. */
export const stylesOf = ({ categorical }: Pick<TileLayer, 'categorical'>): readonly StyleKey[] =>
  categorical ? ['classes', ...RAMPS] : RAMPS

const EQUATOR_M = 2 * Math.PI * 6_378_137
const TILE_PX = 256
export const FINEST_ZOOM = 22
/** Without overviews, a tile of more than 2^5 times the raster's resolution decodes more than a tile may. */
const WITHOUT_OVERVIEWS = 4

/** The zoom levels from the whole Earth to pixels about as large as the raster's cells. */
export function zoomsOf(
  resolutionM: number | null,
  hasOverviews: boolean,
): Pick<TileLayer, 'minZoom' | 'maxZoom'> {
  const finest = resolutionM ? Math.ceil(Math.log2(EQUATOR_M / TILE_PX / resolutionM)) : FINEST_ZOOM
  const maxZoom = Math.min(FINEST_ZOOM, Math.max(0, finest))
  return { minZoom: hasOverviews ? 0 : Math.max(0, maxZoom - WITHOUT_OVERVIEWS), maxZoom }
}

/** Below the base path, with a ramp or 'classes'; `place` is the standard's own spelling of `/{z}/{x}/{y}`. */
export function tileTemplate(
  { of, min, max }: Pick<TileLayer, 'of' | 'min' | 'max'>,
  ramp: string,
  place = '/{z}/{x}/{y}',
): string {
  const tiles =
    'band' in of ? `/raster/v1/bands/${of.band}/tiles` : `/modeling/v1/jobs/${of.job}/tiles/${of.surface}`
  return tiles + place + (ramp === 'classes' ? '' : `?ramp=${ramp}&min=${min}&max=${max}`)
}

/** The part of the bounds that tiles can show. */
export const onMercator = ([west, south, east, north]: Bounds): [number, number, number, number] => [
  west,
  Math.max(south, -MERCATOR_LATITUDE),
  east,
  Math.min(north, MERCATOR_LATITUDE),
]
