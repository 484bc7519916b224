import { areaBounds, type Area } from '../../../geometry/point-in-polygon.ts'
import { reachesBeyond180 } from '#service/raster/grids/around-globe.ts'
import {
  requireNorthUp,
  sameGrid,
  subgrid,
  windowOf,
  type CellWindow,
  type Grid,
} from '../../../raster/grid.ts'
import { RasterError } from '../../../raster/raster-error.ts'
import { openRaster, type RasterFile } from '#service/raster/cells/read.ts'
import { differentGrids } from '../../collections/describe-grids.ts'
import { beyond180 } from '../../collections/validate-bands.ts'
import { openLent } from '../../rasters/task/open-lent.ts'
import type { InputBand } from './layer-task.ts'

export interface OpenBand extends InputBand {
  file: RasterFile
}

/** Runs `read` on one of the bands of a layer: an error of its raster then says which band it is. */
export async function namingBand<T>({ name }: Pick<InputBand, 'name'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof RasterError)) throw error
    throw new RasterError(`The band '${name}' cannot be read. ${error.message}`, { cause: error })
  }
}

/** Opens the bands of a collection, which must share one grid in degrees. Close them with `closeBands`. */
export async function openBands(inputs: readonly InputBand[]): Promise<OpenBand[]> {
  const open: OpenBand[] = []
  try {
    for (const input of inputs)
      open.push({ ...input, file: await namingBand(input, () => openRaster(openLent(input.stored))) })
    const [first] = open
    requireNorthUp(first.file.info)
    if (first.file.info.crs !== 4326) {
      throw new RasterError(
        `The band '${first.name}' is not in degrees (EPSG:4326); bring the collection to that system first.`,
      )
    }
    if (reachesBeyond180(first.file.info)) throw new RasterError(beyond180(first.name))
    for (const { name, file } of open) {
      if (!sameGrid(first.file.info, file.info)) {
        throw new RasterError(
          differentGrids({ name: first.name, grid: first.file.info }, { name, grid: file.info }),
        )
      }
    }
    return open
  } catch (error) {
    await closeBands(open)
    throw error
  }
}

export async function closeBands(open: readonly OpenBand[]): Promise<void> {
  for (const { file } of open) await file.close()
}

/** The part of the collection's grid that the country covers. */
export function countryWindow(grid: Grid, areas: readonly Area[]): { window: CellWindow; grid: Grid } {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const area of areas) {
    const [west, south, east, north] = areaBounds(area)
    bounds[0] = Math.min(bounds[0], west)
    bounds[1] = Math.min(bounds[1], south)
    bounds[2] = Math.max(bounds[2], east)
    bounds[3] = Math.max(bounds[3], north)
  }
  const window = windowOf(grid, bounds)
  if (!window) throw new RasterError('The band collection does not reach the country of this layer.')
  return { window, grid: subgrid(grid, window) }
}
