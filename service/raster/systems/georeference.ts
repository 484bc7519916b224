import type { TiffDirectory } from '../tiff/check-header.ts'
import { type Affine, edgeAt, sameGrid } from '../grid.ts'
import { GEO_KEY, geoKeysOf } from './geo-keys.ts'
import { RasterError } from '../raster-error.ts'
import { TAG } from '../tiff/tiff-tags.ts'

/** What else a file says about where its raster is. */
export interface OtherPlace {
  by: 'matrix' | 'tie-points'
  /** Where that puts the outer corner of the first cell, in the units of the system. */
  corner: [x: number, y: number]
}

export interface Place {
  /** Of the edges of cells. */
  affine: Affine
  /** If it is elsewhere by more than a tenth of a cell. */
  otherPlace?: OtherPlace
}

const TIE_NUMBERS = 6
/** In cells. */
const TOLERANCE = 0.1

const numbersOf = ({ tags }: TiffDirectory, tag: number) => {
  const value = tags.get(tag)
  return typeof value === 'object' ? value : undefined
}

/**
 * In GDAL's order: pixel scale and the first tie point, then the matrix. RasterPixelIsPoint ties cell centres, so such a
 * file is shifted by half a cell.
 */
export function placeOf(directory: TiffDirectory): Place {
  const matrix = matrixOf(directory)
  const scaled = scaledFrom(directory, 0)
  const found = scaled ?? matrix
  if (!found) throw new RasterError(notPlaced(directory))
  const [a, b, , d, e] = found
  if (!found.every(Number.isFinite) || a * e - b * d === 0) {
    throw new RasterError(
      'The georeference of the raster is damaged (cells of no size); write the file again.',
    )
  }
  const affine = ofEdges(directory, found)
  const others: [OtherPlace['by'], Affine][] = matrix && scaled ? [['matrix', matrix]] : []
  for (let i = 1; scaled && i < tiesOf(directory); i++) others.push(['tie-points', scaledFrom(directory, i)!])
  const { width, height } = directory
  const grid = { width, height, affine, crs: null }
  const other = others
    .map(([by, own]) => ({ by, grid: { ...grid, affine: ofEdges(directory, own) } }))
    .find((one) => !sameGrid(grid, one.grid, TOLERANCE))
  return { affine, ...(other && { otherPlace: { by: other.by, corner: edgeAt(other.grid, 0, 0) } }) }
}

/** Whether the raster is placed by its pixel scale and a tie point. */
export const isScaled = (directory: TiffDirectory): boolean => scaledFrom(directory, 0) !== undefined

const tiesOf = (directory: TiffDirectory) =>
  Math.floor((numbersOf(directory, TAG.tiepoint)?.length ?? 0) / TIE_NUMBERS)

/** By the pixel scale and one of the tie points. */
function scaledFrom(directory: TiffDirectory, i: number): Affine | undefined {
  const scale = numbersOf(directory, TAG.pixelScale)
  const ties = numbersOf(directory, TAG.tiepoint)
  if (!scale || scale.length < 2 || scale[0] === 0 || scale[1] === 0 || !ties || i >= tiesOf(directory))
    return undefined
  const [sx, sy] = scale
  const [column, row, , x, y] = ties.subarray(i * TIE_NUMBERS)
  // A height below 0 does not conform; GDAL reads it as the same height.
  const height = Math.abs(sy)
  return [sx, 0, x - column * sx, 0, -height, y + row * height]
}

function matrixOf(directory: TiffDirectory): Affine | undefined {
  const matrix = numbersOf(directory, TAG.transformation)
  return matrix && matrix.length >= 8
    ? [matrix[0], matrix[1], matrix[3], matrix[4], matrix[5], matrix[7]]
    : undefined
}

const ofEdges = (directory: TiffDirectory, [a, b, c, d, e, f]: Affine): Affine =>
  isPixelPoint(directory) ? [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2] : [a, b, c, d, e, f]

/** Whether tie points are centres of cells, not their corners. */
export const isPixelPoint = (directory: TiffDirectory): boolean =>
  geoKeysOf(directory).get(GEO_KEY.rasterType) === 2

/** The fewest from which GDAL computes where cells lie. */
const CONTROL_POINTS = 3

function notPlaced(directory: TiffDirectory): string {
  const points = tiesOf(directory)
  if (points < CONTROL_POINTS)
    return 'The raster is not georeferenced. If a file in.tif.aux.xml lies beside it, gdal_translate in.tif out.tif writes its place in; if a file in.tfw does, add the code of its system (gdal_translate -a_srs EPSG:CODE in.tif out.tif). Otherwise add its bounds too (gdal_translate -a_srs EPSG:4326 -a_ullr WEST NORTH EAST SOUTH in.tif out.tif).'
  const keys = geoKeysOf(directory)
  const hasSystem = keys.has(GEO_KEY.geographicType) || keys.has(GEO_KEY.projectedType)
  return `The raster is placed by ${points} control points, not by a grid; warp it first: gdalwarp ${hasSystem ? '' : '-s_srs EPSG:CODE '}-t_srs EPSG:4326 in.tif out.tif${hasSystem ? '' : ', where CODE is that of the points’ system'}.`
}
