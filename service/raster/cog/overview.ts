import { kernel, kernelHeap } from '../../kernels/cell-kernel.ts'
import type { RawArray } from '../data-types.ts'

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
  part: Part,
  nodata: number | null,
  out: RawArray,
  outStride: number,
  at: number,
): void {
  if (method === 'mode') takeModes(part, nodata, out, outStride, at)
  else takeMeans(part, nodata, out, outStride, at)
}

function takeMeans(
  { cells, stride, width, height }: Part,
  nodata: number | null,
  out: RawArray,
  outStride: number,
  at: number,
): void {
  const whole = !(cells instanceof Float32Array || cells instanceof Float64Array)
  const count = Math.ceil(width / 2)
  // Cells beyond the part's edges are NaN.
  const places = 4 * Math.ceil(width / 4)
  const { buffer } = kernelHeap(8 * 3 * places)
  const [upper, lower, means] = [0, 1, 2].map((i) => new Float64Array(buffer, 8 * i * places, places))
  for (let row = 0; row < height; row += 2) {
    const i = row * stride
    upper.set(cells.subarray(i, i + width))
    upper.fill(Number.NaN, width)
    const below = row + 1 < height ? width : 0
    lower.set(cells.subarray(i + stride, i + stride + below))
    lower.fill(Number.NaN, below)
    const o = at + (row / 2) * outStride
    means.set(out.subarray(o, o + count))
    kernel.halve(0, lower.byteOffset, means.byteOffset, places / 2, nodata ?? Number.NaN, Number(whole))
    out.set(means.subarray(0, count), o)
  }
}

function takeModes(
  { cells, stride, width, height }: Part,
  nodata: number | null,
  out: RawArray,
  outStride: number,
  at: number,
): void {
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
      if (count > 0) out[at + (row / 2) * outStride + column / 2] = mode(four, count)
    }
  }
}

/** The most frequent value; if several are equally frequent, the first of them. */
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
