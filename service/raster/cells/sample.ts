import { wrapX } from '../grids/around-globe.ts'
import { cellOf, edgeAt, positionAt, subgrid, windowOf, type Grid } from '../grid.ts'
import { blocksAtOnce } from '../tiff/block-size.ts'
import { greatCircleKm, KM_PER_DEGREE, reachInDegrees } from '../../geometry/great-circle.ts'
import { interleave, readBand, requireBand, type CellValues, type RasterFile } from './read.ts'
import { readBlock } from './read-block.ts'
import { toValues } from '../tiff/scaling.ts'

interface SampleOptions {
  /** If a point's cell is nodata or outside, use the nearest valid cell within this many kilometres (default 0). */
  withinKm?: number
}

export interface Samples {
  /** NaN if no valid cell is close enough. */
  values: Float64Array
  /** Row-major index of the cell that gave the value, which may exceed 32 bits; −1 if none did. */
  cells: Float64Array
  /** Kilometres from the point to the centre of a substitute cell; 0 if the point's own cell gave the value. */
  km: Float64Array
}

/**
 * Values at points in degrees on a geographic grid: from the cell that contains the point, else the nearest valid one.
 */
export function sampleGrid(
  grid: Grid,
  values: ArrayLike<number>,
  lon: ArrayLike<number>,
  lat: ArrayLike<number>,
  { withinKm = 0 }: SampleOptions = {},
): Samples {
  const out: Samples = {
    values: new Float64Array(lon.length).fill(Number.NaN),
    cells: new Float64Array(lon.length).fill(-1),
    km: new Float64Array(lon.length),
  }
  for (let i = 0; i < lon.length; i++) {
    const own = cellOf(grid, lon[i], lat[i])
    if (own >= 0 && !Number.isNaN(values[own])) {
      out.values[i] = values[own]
      out.cells[i] = own
    } else if (withinKm > 0) {
      const found = nearestValid(grid, values, lon[i], lat[i], withinKm)
      if (found) {
        out.values[i] = values[found.cell]
        out.cells[i] = found.cell
        out.km[i] = found.km
      }
    }
  }
  return out
}

/** Ties go to the lower row-major index, so that the result does not depend on the search order. */
function nearestValid(grid: Grid, values: ArrayLike<number>, lon: number, lat: number, withinKm: number) {
  const [a, b, , d, e] = grid.affine
  const [column, row] = positionAt(grid, lon, lat)
  const cellX = Math.hypot(a, d) * KM_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const reachX = Math.ceil(withinKm / cellX) + 1
  const reachY = Math.ceil(withinKm / (Math.hypot(b, e) * KM_PER_DEGREE)) + 1
  let best: { cell: number; km: number } | null = null
  for (let y = Math.max(0, Math.floor(row) - reachY); y <= Math.min(grid.height - 1, row + reachY); y++) {
    for (
      let x = Math.max(0, Math.floor(column) - reachX);
      x <= Math.min(grid.width - 1, column + reachX);
      x++
    ) {
      const cell = y * grid.width + x
      if (Number.isNaN(values[cell])) continue
      const [cx, cy] = edgeAt(grid, x + 0.5, y + 0.5)
      const km = greatCircleKm(lon, lat, cx, cy)
      if (km <= withinKm && (!best || km < best.km)) best = { cell, km }
    }
  }
  return best
}

/**
 * The same from a file, without reading all of it: each block that holds points is decoded once.
 * Substitutes within `withinKm` are searched for in a window around the point.
 */
export async function sampleFile(
  file: RasterFile,
  longitudes: ArrayLike<number>,
  lat: ArrayLike<number>,
  { band = 1, withinKm = 0 }: SampleOptions & { band?: number } = {},
): Promise<Samples> {
  requireBand(file, band)
  const { info } = file
  const [directory] = file.levels
  const { blockWidth, blockHeight } = directory
  const { step, first } = interleave(directory, band)
  const across = Math.ceil(info.width / blockWidth)
  const lon = Float64Array.from(longitudes, wrapX(info))
  const out: Samples = {
    values: new Float64Array(lon.length).fill(Number.NaN),
    cells: Float64Array.from({ length: lon.length }, (_, i) => cellOf(info, lon[i], lat[i])),
    km: new Float64Array(lon.length),
  }
  const blockOf = (cell: number) =>
    Math.floor(Math.floor(cell / info.width) / blockHeight) * across +
    Math.floor((cell % info.width) / blockWidth)
  const pointsOf = new Map<number, number[]>()
  out.cells.forEach((cell, i) => {
    if (cell < 0) return
    const block = blockOf(cell)
    const points = pointsOf.get(block)
    if (points) points.push(i)
    else pointsOf.set(block, [i])
  })
  const read = async (block: number) => {
    const cells = await readBlock(file, 0, band, block % across, Math.floor(block / across))
    for (const i of pointsOf.get(block)!) {
      const row = Math.floor(out.cells[i] / info.width)
      const column = out.cells[i] % info.width
      const at = ((row % blockHeight) * blockWidth + (column % blockWidth)) * step + first
      const value = cells ? cells[at] : (info.nodata ?? 0)
      if (value !== info.nodata) out.values[i] = value
    }
  }
  const blocks = [...pointsOf.keys()].sort((a, b) => a - b)
  const together = blocksAtOnce(directory)
  for (let i = 0; i < blocks.length; i += together) await Promise.all(blocks.slice(i, i + together).map(read))
  toValues(out.values, info.scalings?.[band - 1])
  for (let i = 0; i < lon.length; i++) {
    if (!Number.isNaN(out.values[i])) continue
    out.cells[i] = -1
    const found = withinKm > 0 ? await substitute(file, [lon[i], lat[i]], { band, withinKm }) : null
    if (!found) continue
    out.values[i] = found.value
    out.cells[i] = found.cell
    out.km[i] = found.km
  }
  return out
}

/** The nearest valid cell of a file, from a window around the place; null if there is none. */
async function substitute(
  file: RasterFile,
  [lon, lat]: readonly [number, number],
  { band, withinKm }: { band: number; withinKm: number },
): Promise<{ value: number; cell: number; km: number } | null> {
  const [dx, dy] = reachInDegrees(lat, withinKm)
  const window = windowOf(file.info, [lon - dx, lat - dy, lon + dx, lat + dy])
  if (!window) return null
  const values: CellValues = await readBand(file, band, window)
  const near = sampleGrid(subgrid(file.info, window), values, [lon], [lat], { withinKm })
  if (near.cells[0] < 0) return null
  const row = window.row + Math.floor(near.cells[0] / window.width)
  const cell = row * file.info.width + window.column + (near.cells[0] % window.width)
  return { value: near.values[0], cell, km: near.km[0] }
}
