import type { Asset } from '#contract/asset-list.ts'
import { systemCode } from '#contract/system-code.ts'
import { NONE, count, figure } from '~/lib/figures.ts'

type Facts = Pick<Asset, 'width' | 'height' | 'nodata' | 'cloud_optimized' | 'on_reference_grid'>

const CRS_NAMES: Partial<Record<number, string>> = { 4326: 'WGS 84', 3857: 'Web Mercator' }

/** `EPSG:4326 (WGS 84)`, `ESRI:54009 (Mollweide)`, `Africa Albers (no EPSG code)` */
export function crsInWords(crs: number | null, crsName: string | null = null): string {
  if (crs === null) return crsName === null ? 'Unknown' : `${crsName} (no EPSG code)`
  const name = CRS_NAMES[crs] ?? crsName
  const code = systemCode(crs)
  return name === null ? code : `${code} (${name})`
}

export const resolutionInWords = (metres: number | null) =>
  metres === null ? NONE : metres >= 1000 ? `${figure(metres / 1000)} km` : `${figure(metres)} m`

/** `1 440 × 720 cells` */
export const cellsInWords = ({ width, height }: Pick<Facts, 'width' | 'height'>) =>
  width === null || height === null ? NONE : `${count(width)} × ${count(height)}`

const NOT_FINITE = { nan: 'NaN', inf: '∞', '-inf': '−∞' }

export const nodataInWords = (nodata: Facts['nodata']) =>
  nodata === null ? 'None' : typeof nodata === 'string' ? NOT_FINITE[nodata] : figure(nodata)

/** West to east and south to north, in the reference system's units. */
export function boundsInWords(crs: number | null, bounds: Asset['bounds']): string {
  if (bounds === null) return NONE
  const [west, south, east, north] = bounds
  const unit = crs !== null && crs >= 4000 && crs < 5000 ? '°' : crs === 3857 ? ' m' : ''
  const side = (from: number, to: number) => `${figure(from)} to ${figure(to)}${unit}`
  return `${side(west, east)} east, ${side(south, north)} north`
}

/** `Tiled with overviews, on the reference grid` */
export const layoutInWords = ({
  cloud_optimized,
  on_reference_grid,
}: Pick<Facts, 'cloud_optimized' | 'on_reference_grid'>) =>
  [
    cloud_optimized ? 'Cloud-Optimized' : 'Not Cloud-Optimized',
    on_reference_grid ? 'on the reference grid' : 'not on the reference grid',
  ].join(', ')
