import type { CellWindow } from '../grid.ts'
import type { OutlineEdges } from './outline-edges.ts'

/**
 * Share of each cell of a window that an outline covers, row-major: exact for straight edges. Each edge adds, to the cells
 * of its rows, the signed area between itself and their right sides; sums along the rows are then the shares, as in
 * renderers of fonts (Levien, "Inside the fastest font renderer in the world", 2016).
 */
export function cellCovers({ ends }: OutlineEdges, { column, row, width, height }: CellWindow): Float64Array {
  const stride = width + 1
  const sums = new Float64Array(stride * height)
  for (let at = 0; at < ends.length; at += 4) {
    const y0 = ends[at + 1] - row
    const y1 = ends[at + 3] - row
    const top = Math.max(0, Math.min(y0, y1))
    const bottom = Math.min(height, Math.max(y0, y1))
    if (Math.min(y0, y1) >= height) break
    if (bottom <= top) continue
    const x0 = ends[at] - column
    const slope = (ends[at + 2] - column - x0) / (y1 - y0)
    const sign = y1 > y0 ? -1 : 1
    for (let r = Math.floor(top); r < bottom; r++) {
      const [from, to] = [Math.max(top, r), Math.min(bottom, r + 1)]
      addEdge(sums, r * stride, width, x0 + slope * (from - y0), x0 + slope * (to - y0), sign * (to - from))
    }
  }
  const covers = new Float64Array(width * height)
  for (let r = 0; r < height; r++) {
    let sum = 0
    for (let c = 0; c < width; c++) {
      sum += sums[r * stride + c]
      covers[r * width + c] = Math.min(1, Math.max(0, sum))
    }
  }
  return covers
}

/** The part of an edge in one row, from `x0` to `x1`, of signed height `dy`. */
function addEdge(sums: Float64Array, first: number, width: number, x0: number, x1: number, dy: number): void {
  const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0]
  if (left >= width) return
  if (right <= 0) {
    sums[first] += dy
    return
  }
  const perColumn = right > left ? dy / (right - left) : 0
  if (left < 0) sums[first] += -left * perColumn
  const last = Math.min(right, width)
  for (let c = Math.max(0, Math.floor(left)); c < last || c === left; c++) {
    const from = Math.max(left, c)
    const to = Math.min(last, c + 1)
    const part = right > left ? (to - from) * perColumn : dy
    const beside = (from + to) / 2 - c
    sums[first + c] += part * (1 - beside)
    sums[first + c + 1] += part * beside
    if (right === left) return
  }
}
