import { MERCATOR_EDGE, toMercator } from '../../raster/systems/web-mercator.ts'
import { FINEST_ZOOM, type TileLayer, onMercator } from './tile-layer.ts'

/** The tile matrix set of OGC's registry that all tiles here follow. */
export const MATRIX_SET = 'WebMercatorQuad'
export const MATRIX_SET_URI = 'http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad'
export const CRS_URN = 'urn:ogc:def:crs:EPSG::3857'
export const CRS_URI = 'http://www.opengis.net/def/crs/EPSG/0/3857'
export const TOP_LEFT: readonly [number, number] = [-MERCATOR_EDGE, MERCATOR_EDGE]
export const TILE_SIDE = 256

/** A pixel of 0.28 mm, as OGC has it. */
const PIXEL_M = 0.00028
const CELL_AT_0 = (2 * MERCATOR_EDGE) / TILE_SIDE

interface TileMatrix {
  zoom: number
  scaleDenominator: number
  cellSize: number
  /** Tiles per side. */
  side: number
}

export const MATRICES: readonly TileMatrix[] = Array.from({ length: FINEST_ZOOM + 1 }, (_, zoom) => {
  const cellSize = CELL_AT_0 / 2 ** zoom
  return { zoom, scaleDenominator: cellSize / PIXEL_M, cellSize, side: 2 ** zoom }
})

interface Limits {
  zoom: number
  minRow: number
  maxRow: number
  minColumn: number
  maxColumn: number
}

/** The tiles of each zoom that meet the layer's bounds. */
export function limitsOf({
  bounds,
  minZoom,
  maxZoom,
}: Pick<TileLayer, 'bounds' | 'minZoom' | 'maxZoom'>): Limits[] {
  if (!bounds) return []
  const [west, south, east, north] = onMercator(bounds)
  const [left, bottom] = toMercator(west, south)
  const [right, top] = toMercator(east, north)
  return MATRICES.slice(minZoom, maxZoom + 1).map(({ zoom, side }) => {
    const tile = (metres: number) => {
      const index = Math.floor(((metres + MERCATOR_EDGE) / (2 * MERCATOR_EDGE)) * side)
      return Math.min(side - 1, Math.max(0, index))
    }
    return {
      zoom,
      minRow: tile(-top),
      maxRow: tile(-bottom),
      minColumn: tile(left),
      maxColumn: tile(right),
    }
  })
}
