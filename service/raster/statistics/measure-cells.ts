import { BYTES_AT_ONCE, kernel, kernelHeap } from '../../kernels/cell-kernel.ts'
import { type Scaling, valueOf } from '../tiff/scaling.ts'
import { ARRAYS, type DataType, type RawArray } from '../data-types.ts'

export interface Extremes {
  /** Finite values. */
  count: number
  infinite: number
  negative: number
  min: number
  max: number
  mean: number
  /** Sum of squared deviations from the mean. */
  squares: number
}

/** The first bytes are for results. */
const CELLS_AT = 4096
const CELLS_AT_ONCE = BYTES_AT_ONCE / 8

/** What cells mean. */
export interface Meaning {
  nodata: number | null
  scaling?: Scaling | null
}

/** Up to `CELLS_AT_ONCE` values as float64, then NaN; the number of places, a multiple of four. */
function placeCells(cells: RawArray, { nodata, scaling }: Meaning): number {
  const count = Math.ceil(cells.length / 4) * 4
  const places = new Float64Array(kernelHeap(CELLS_AT + BYTES_AT_ONCE).buffer, CELLS_AT, count)
  places.set(cells)
  places.fill(Number.NaN, cells.length)
  if (scaling)
    for (let i = 0; i < cells.length; i++)
      places[i] = places[i] === nodata ? Number.NaN : valueOf(places[i], scaling)
  return count
}

function* pieces(cells: RawArray, meaning: Meaning): Generator<number> {
  for (let i = 0; i < cells.length; i += CELLS_AT_ONCE)
    yield placeCells(cells.subarray(i, i + CELLS_AT_ONCE), meaning)
}

/** The value that the kernel leaves out; NaN always is. */
const noneOf = ({ nodata, scaling }: Meaning) => (scaling ? Number.NaN : (nodata ?? Number.NaN))

/** What the values of cells other than nodata and NaN are, piece by piece. */
export function* measureCells(cells: RawArray, meaning: Meaning): Generator<Extremes> {
  const none = noneOf(meaning)
  for (const places of pieces(cells, meaning)) {
    kernel.measure(CELLS_AT, places, none)
    const [count, infinite, negative, min, max, sum] = new Float64Array(kernelHeap(CELLS_AT).buffer, 0, 6)
    const mean = count === 0 ? 0 : sum / count
    const squares = count === 0 ? 0 : kernel.squares(CELLS_AT, places, none, mean)
    yield { count, infinite, negative, min, max, mean, squares }
  }
}

/** Adds finite values of cells other than nodata to equally wide bins from `min` to `max`, `times` each. */
export function addToBins(
  counts: number[],
  { min, max }: { min: number; max: number },
  cells: RawArray,
  times: number,
  meaning: Meaning,
): void {
  const last = counts.length - 1
  const scale = last > 0 ? counts.length / (max - min) : 0
  const perTable = counts.length + 1
  const tables = new Uint32Array(kernelHeap(CELLS_AT).buffer, 0, 4 * perTable).fill(0)
  for (const places of pieces(cells, meaning))
    kernel.bin(CELLS_AT, places, noneOf(meaning), min, scale, last, 4 * perTable)
  for (let i = 0; i <= last; i++)
    counts[i] +=
      times * (tables[i] + tables[perTable + i] + tables[2 * perTable + i] + tables[3 * perTable + i])
}

/**
 * Adds each cell of a type of at most 16 bits to the count of its value, which is at its lowest bits. Neighbours are
 * counted in four tables, because a processor waits before it counts twice in one place.
 */
export function countValues(counts: Float64Array, cells: RawArray, times: number): void {
  const size = counts.length
  const mask = size - 1
  const tables = new Uint32Array(4 * size)
  const whole = cells.length - (cells.length % 4)
  for (let i = 0; i < whole; i += 4) {
    tables[cells[i] & mask]++
    tables[(cells[i + 1] & mask) + size]++
    tables[(cells[i + 2] & mask) + 2 * size]++
    tables[(cells[i + 3] & mask) + 3 * size]++
  }
  for (let i = whole; i < cells.length; i++) tables[cells[i] & mask]++
  for (let i = 0; i < tables.length; i++) counts[i & mask] += times * tables[i]
}

/** The values of such a type in the order of their counts. */
export function valuesOf(dataType: DataType): RawArray {
  const values = new ARRAYS[dataType](2 ** (8 * ARRAYS[dataType].BYTES_PER_ELEMENT))
  for (let bits = 0; bits < values.length; bits++) values[bits] = bits
  return values
}

/** Like `addToBins`, with the number of occurrences of each value in `times`. */
export function addCountsToBins(
  counts: number[],
  { min, max }: { min: number; max: number },
  values: ArrayLike<number>,
  times: Float64Array,
): void {
  const last = counts.length - 1
  const scale = last > 0 ? counts.length / (max - min) : 0
  times.forEach((count, i) => {
    if (count > 0) counts[Math.min(last, Math.floor((values[i] - min) * scale))] += count
  })
}
