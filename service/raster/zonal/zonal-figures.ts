import type { PlaceGeometry } from '../../geometry/polygons.ts'
import { readBand, type RasterFile, requireBand } from '../cells/read.ts'
import { RasterError } from '../raster-error.ts'
import { projectionOf } from '../systems/projection.ts'
import { cellCovers } from './cell-covers.ts'
import { edgesOn, type OutlineEdges } from './outline-edges.ts'
import { WeightedValues } from './weighted-percentiles.ts'

/** What the cells of a band are in one unit; a cell counts with the share of it that the unit covers. */
export interface ZonalFigures {
  /** With a value, as a sum of shares. */
  cells: number
  /** Share of the unit that has values; 0 to 1. */
  covered: number
  sum: number
  mean: number | null
  min: number | null
  max: number | null
  /** In the order of the request; null if the units have more cells than are sorted. */
  percentiles: (number | null)[]
  /** Of a categorical band: the share of each class among the cells with a value. */
  classes: { value: number; share: number }[] | null
}

interface Wanted {
  /** Counts from 1. */
  band: number
  outlines: readonly PlaceGeometry[]
  categorical: boolean
  /** From 0 to 100. */
  percentiles: readonly number[]
}

interface Limits {
  /** Cells in the rectangles around the units. */
  mostCells: number
  /** Cells whose values are kept for percentiles. */
  mostSorted: number
}

const STRIP_CELLS = 2_000_000
const MOST_CLASSES = 256
/** A smaller share of a cell is what rounding leaves. */
const NOTHING = 1e-9

interface Sums {
  weight: number
  sum: number
  min: number
  max: number
  values: WeightedValues | null
  classes: Map<number, number> | null
}

interface Part {
  edges: OutlineEdges
  sums: Sums
}

/**
 * Figures of a band for each outline, in degrees: weights are planar shares of cells in the raster's own system.
 * @throws RasterError if the raster cannot be read, has too many cells, or too many classes
 */
export async function zonalFigures(
  file: RasterFile,
  { band, outlines, categorical, percentiles }: Wanted,
  { mostCells, mostSorted }: Limits,
  report: (fraction: number) => void = () => {},
): Promise<ZonalFigures[]> {
  requireBand(file, band)
  const { info } = file
  const projection = projectionOf(info)
  const units = outlines.map((outline) => {
    const sums: Sums = {
      weight: 0,
      sum: 0,
      min: Infinity,
      max: -Infinity,
      values: categorical ? null : new WeightedValues(),
      classes: categorical ? new Map() : null,
    }
    const own = edgesOn(info, projection, outline)
    return { sums, parts: own.map((edges): Part => ({ edges, sums })), area: own[0]?.area ?? 0 }
  })
  const parts = units.flatMap((unit) => unit.parts)
  const windows = stripsOf(file, parts)
  const cells = windows.reduce((sum, { width, height }) => sum + width * height, 0)
  if (cells > mostCells)
    throw new RasterError(
      `The raster has ${Math.round(cells / 1e6).toLocaleString('en')} million cells around these units; at most ${mostCells / 1e6} million are read. Process it to a coarser grid.`,
    )
  for (const [i, window] of windows.entries()) {
    const values = await readBand(file, band, window)
    for (const part of parts) addPart(part, values, window)
    const size = units.reduce((sum, { sums }) => sum + (sums.values?.size ?? 0), 0)
    if (size > mostSorted) for (const { sums } of units) sums.values = null
    report((i + 1) / windows.length)
  }
  return units.map(({ sums, area }) => figuresOf(sums, area, percentiles))
}

type Window = { column: number; row: number; width: number; height: number }

/** Rows that are read together, as wide as the units in them. */
function stripsOf(file: RasterFile, parts: readonly Part[]): Window[] {
  const { width, height, blockSize } = file.info
  const rows = Math.max(1, Math.floor(STRIP_CELLS / width / blockSize[1])) * Math.min(blockSize[1], height)
  const windows: Window[] = []
  for (let row = 0; row < height; row += rows) {
    const end = Math.min(height, row + rows)
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (const { bounds } of parts.map(({ edges }) => edges)) {
      if (bounds[3] <= row || bounds[1] >= end) continue
      left = Math.min(left, bounds[0])
      right = Math.max(right, bounds[2])
      top = Math.min(top, bounds[1])
      bottom = Math.max(bottom, bounds[3])
    }
    const column = Math.max(0, Math.floor(left))
    const first = Math.max(row, Math.floor(top))
    const wide = Math.min(width, Math.ceil(right)) - column
    const high = Math.min(end, Math.ceil(bottom)) - first
    if (wide > 0 && high > 0) windows.push({ column, row: first, width: wide, height: high })
  }
  return windows
}

function addPart({ edges, sums }: Part, values: ArrayLike<number>, window: Window): void {
  const [left, top, right, bottom] = edges.bounds
  const column = Math.max(window.column, Math.floor(left))
  const row = Math.max(window.row, Math.floor(top))
  const width = Math.min(window.column + window.width, Math.ceil(right)) - column
  const height = Math.min(window.row + window.height, Math.ceil(bottom)) - row
  if (width <= 0 || height <= 0) return
  const covers = cellCovers(edges, { column, row, width, height })
  for (let r = 0; r < height; r++) {
    const first = (row + r - window.row) * window.width + column - window.column
    for (let c = 0; c < width; c++) {
      const weight = covers[r * width + c]
      const value = values[first + c]
      if (weight < NOTHING || !Number.isFinite(value)) continue
      addCell(sums, value, weight > 1 - NOTHING ? 1 : weight)
    }
  }
}

function addCell(sums: Sums, value: number, weight: number): void {
  sums.weight += weight
  sums.sum += weight * value
  if (value < sums.min) sums.min = value
  if (value > sums.max) sums.max = value
  sums.values?.add(value, weight)
  if (!sums.classes) return
  sums.classes.set(value, (sums.classes.get(value) ?? 0) + weight)
  if (sums.classes.size > MOST_CLASSES)
    throw new RasterError(
      `The band has more than ${MOST_CLASSES} classes in one unit. Edit the band: its values may be quantities.`,
    )
}

function figuresOf(
  { weight, sum, min, max, values, classes }: Sums,
  area: number,
  percentiles: readonly number[],
): ZonalFigures {
  const shares = percentiles.map((percentile) => percentile / 100)
  return {
    cells: weight,
    covered: area > 0 ? Math.min(1, weight / area) : 0,
    sum,
    mean: weight > 0 ? sum / weight : null,
    min: weight > 0 ? min : null,
    max: weight > 0 ? max : null,
    percentiles: values?.quantiles(shares) ?? shares.map(() => null),
    classes:
      classes &&
      [...classes]
        .sort(([one], [other]) => one - other)
        .map(([value, own]) => ({ value, share: own / weight })),
  }
}
