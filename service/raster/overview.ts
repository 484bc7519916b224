import type { RawArray } from './data-types.ts'

/** average: mean of the valid cells, for quantities. mode: the most frequent one, for categories. */
export type OverviewMethod = 'average' | 'mode'

interface Part {
  cells: RawArray
  /** Cells per row of the array. */
  stride: number
  width: number
  height: number
}

/**
 * Writes a part at half its size (rounded up) to `out` from index `at`, with `stride` cells per row. Cells that are NaN
 * or nodata do not count; where all four are, `out` keeps what it holds. Means of integers are rounded half away from
 * zero, as in GDAL. A mean that happens to be nodata is replaced by one of its cells.
 */
export function halveInto(
  method: OverviewMethod,
  { cells, stride, width, height }: Part,
  nodata: number | null,
  out: RawArray,
  outStride: number,
  at: number,
): void {
  const whole = !(cells instanceof Float32Array || cells instanceof Float64Array)
  const combine = method === 'mode' ? mode : mean
  const four = new Float64Array(4)
  for (let row = 0; row < height; row += 2) {
    const below = row + 1 < height
    for (let column = 0; column < width; column += 2) {
      const i = row * stride + column
      const right = column + 1 < width
      let count = 0
      for (let k = 0; k < 4; k++) {
        if ((k & 1 && !right) || (k & 2 && !below)) continue
        const value = cells[i + (k & 1) + (k & 2 ? stride : 0)]
        if (value === nodata || Number.isNaN(value)) continue
        four[count++] = value
      }
      if (count > 0) out[at + (row / 2) * outStride + column / 2] = combine(four, count, whole, nodata)
    }
  }
}

function mean(values: Float64Array, count: number, whole: boolean, nodata: number | null): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += values[i]
  const exact = sum / count
  const rounded = whole ? Math.sign(exact) * Math.floor(Math.abs(exact) + 0.5) : exact
  return rounded === nodata ? values[0] : rounded
}

/** Of equally frequent values the first one. */
function mode(values: Float64Array, count: number): number {
  let best = 0
  let most = 0
  for (let i = 0; i < count && most * 2 < count; i++) {
    let times = 0
    for (let k = i; k < count; k++) if (values[k] === values[i]) times++
    if (times > most) {
      best = i
      most = times
    }
  }
  return values[best]
}
