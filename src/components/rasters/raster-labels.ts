import type { Asset, FileLayout } from '#contract/rasters/asset-list.ts'
import { systemCode } from '#common/system-code.ts'
import { NONE, count, figure, signed } from '~/lib/figures.ts'

type Facts = Pick<Asset, 'width' | 'height' | 'nodata' | 'cloud_optimized' | 'on_reference_grid'>

const CRS_NAMES: Partial<Record<number, string>> = { 4326: 'WGS 84', 3857: 'Web Mercator' }

/** `EPSG:4326 (WGS 84)`, `ESRI:54009 (Mollweide)`, `Africa Albers (no EPSG code)` */
export function formatCrs(crs: number | null, crsName: string | null = null): string {
  if (crs === null) return crsName === null ? 'Unknown' : `${crsName} (no EPSG code)`
  const name = CRS_NAMES[crs] ?? crsName
  const code = systemCode(crs)
  return name === null ? code : `${code} (${name})`
}

export const formatResolution = (metres: number | null) =>
  metres === null ? NONE : metres >= 1000 ? `${figure(metres / 1000)} km` : `${figure(metres)} m`

/** `1 440 × 720 cells` */
export const formatCells = ({ width, height }: Pick<Facts, 'width' | 'height'>) =>
  width === null || height === null ? NONE : `${count(width)} × ${count(height)}`

const NOT_FINITE = { nan: 'NaN', inf: '∞', '-inf': '−∞' }

export const formatNodata = (nodata: Facts['nodata']) =>
  nodata === null ? 'None' : typeof nodata === 'string' ? NOT_FINITE[nodata] : figure(nodata)

const UNITS: Readonly<Record<string, string>> = { degree: '°', metre: ' m', foot: ' ft' }
const formatUnit = (unit: string | null) => (unit === null ? '' : (UNITS[unit] ?? ` ${unit}`))

/** West to east and south to north, in the reference system's units. */
export function formatBounds({ bounds, crs_unit }: Pick<Asset, 'bounds' | 'crs_unit'>): string {
  if (bounds === null) return NONE
  const [west, south, east, north] = bounds
  const side = (from: number, to: number) => `${figure(from)} to ${figure(to)}${formatUnit(crs_unit)}`
  return `${side(west, east)} east, ${side(south, north)} north`
}

/** `309 × 316 m`: width and height, in the reference system's units. */
export function formatCellSize({ affine, crs_unit }: Pick<Asset, 'affine' | 'crs_unit'>): string {
  if (affine === null) return NONE
  const [a, b, , d, e] = affine
  return `${figure(Math.hypot(a, d))} × ${figure(Math.hypot(b, e))}${formatUnit(crs_unit)}`
}

/** `a, b, c, d, e, f` */
export const formatAffine = (affine: Asset['affine']) =>
  affine === null ? NONE : affine.map((part) => signed(String(Number(part.toPrecision(12))))).join(', ')

/** `720 × 600, 360 × 300` */
export const formatOverviews = (file: FileLayout | null) =>
  file?.overviews.map(([width, height]) => formatCells({ width, height })).join(', ') || 'None'

/** `BigTIFF, tiles of 512 × 512, 6 overviews, DEFLATE, Cloud-Optimized` */
export function formatFile(file: FileLayout | null): string {
  if (file === null) return NONE
  const { container, blocks, block_size, overviews, compression, cloud_optimized } = file
  const [width, height] = block_size.map(count)
  const pyramid = overviews.length
  return [
    container,
    blocks === 'tiles'
      ? `tiles of ${width} × ${height}`
      : `strips of ${height} ${block_size[1] === 1 ? 'row' : 'rows'}`,
    pyramid === 0 ? 'no overviews' : `${pyramid} ${pyramid === 1 ? 'overview' : 'overviews'}`,
    compression === 'NONE' ? 'not compressed' : compression,
    cloud_optimized ? 'Cloud-Optimized' : 'not Cloud-Optimized',
  ].join(', ')
}

export const formatGrid = ({ on_reference_grid }: Pick<Facts, 'on_reference_grid'>) =>
  on_reference_grid ? 'Its cells are on it' : 'Its cells are not on it'

/** `Cloud-Optimized, on the reference grid` */
export const formatLayout = ({
  cloud_optimized,
  on_reference_grid,
}: Pick<Facts, 'cloud_optimized' | 'on_reference_grid'>) =>
  [
    cloud_optimized ? 'Cloud-Optimized' : 'Not Cloud-Optimized',
    on_reference_grid ? 'on the reference grid' : 'not on the reference grid',
  ].join(', ')
