/*
 * The innermost loops of factor, solves and inverse, on dense matrices stored column by column.
 */

/**
 * C −= A·B: `m`·`n` numbers with columns `cStride` apart, less `m`·`count` with columns `aStride` apart times
 * `count`·`n`, whose rows are `bRow` apart and columns `bColumn`. `lower` leaves out what is above C's diagonal, but for
 * one number beside it. Two columns of C and four of A at a time: six loads and two stores for sixteen operations.
 */
export function subtractProduct(
  c: Float64Array,
  cAt: number,
  cStride: number,
  a: Float64Array,
  aAt: number,
  aStride: number,
  b: Float64Array,
  bAt: number,
  bRow: number,
  bColumn: number,
  m: number,
  n: number,
  count: number,
  lower = false,
): void {
  let j = 0
  for (; j + 2 <= n; j += 2) {
    const top = lower ? j : 0
    const length = m - top
    const u = cAt + j * cStride + top
    const v = u + cStride
    let k = 0
    for (; k + 4 <= count; k += 4) {
      const x0 = bAt + k * bRow + j * bColumn
      const x1 = x0 + bRow
      const x2 = x1 + bRow
      const x3 = x2 + bRow
      const u0 = b[x0]
      const u1 = b[x1]
      const u2 = b[x2]
      const u3 = b[x3]
      const v0 = b[x0 + bColumn]
      const v1 = b[x1 + bColumn]
      const v2 = b[x2 + bColumn]
      const v3 = b[x3 + bColumn]
      const p = aAt + k * aStride + top
      const q = p + aStride
      const r = q + aStride
      const s = r + aStride
      for (let i = 0; i < length; i++) {
        const a0 = a[p + i]
        const a1 = a[q + i]
        const a2 = a[r + i]
        const a3 = a[s + i]
        c[u + i] -= u0 * a0 + u1 * a1 + (u2 * a2 + u3 * a3)
        c[v + i] -= v0 * a0 + v1 * a1 + (v2 * a2 + v3 * a3)
      }
    }
    for (; k < count; k++) {
      const x = bAt + k * bRow + j * bColumn
      const u0 = b[x]
      const v0 = b[x + bColumn]
      const p = aAt + k * aStride + top
      for (let i = 0; i < length; i++) {
        const a0 = a[p + i]
        c[u + i] -= u0 * a0
        c[v + i] -= v0 * a0
      }
    }
  }
  if (j === n) return
  const top = lower ? j : 0
  const length = m - top
  const u = cAt + j * cStride + top
  let k = 0
  for (; k + 4 <= count; k += 4) {
    const x = bAt + k * bRow + j * bColumn
    const u0 = b[x]
    const u1 = b[x + bRow]
    const u2 = b[x + 2 * bRow]
    const u3 = b[x + 3 * bRow]
    const p = aAt + k * aStride + top
    const q = p + aStride
    const r = q + aStride
    const s = r + aStride
    for (let i = 0; i < length; i++) {
      c[u + i] -= u0 * a[p + i] + u1 * a[q + i] + (u2 * a[r + i] + u3 * a[s + i])
    }
  }
  for (; k < count; k++) {
    const u0 = b[bAt + k * bRow + j * bColumn]
    const p = aAt + k * aStride + top
    for (let i = 0; i < length; i++) c[u + i] -= u0 * a[p + i]
  }
}

/** Columns or rows that are eliminated together. */
const BLOCK = 8

/**
 * X ← L⁻¹·X for the lower triangle L of `size` columns at `panel` of `l`, `height` apart, and X with `stride` between
 * its rows and `count` numbers in each. `lower` states that X is zero above its diagonal.
 */
export function solveLower(
  l: Float64Array,
  panel: number,
  height: number,
  size: number,
  x: Float64Array,
  at: number,
  stride: number,
  count: number,
  lower = false,
): void {
  for (let first = 0; first < size; first += BLOCK) {
    const end = Math.min(first + BLOCK, size)
    const m = lower ? end : count
    subtractProduct(
      x,
      at + first * stride,
      stride,
      x,
      at,
      stride,
      l,
      panel + first,
      height,
      1,
      m,
      end - first,
      first,
    )
    for (let i = first; i < end; i++) {
      const row = at + i * stride
      const left = panel + first * height + i
      subtractProduct(x, row, stride, x, at + first * stride, stride, l, left, height, 1, m, 1, i - first)
      const pivot = l[panel + i * height + i]
      for (let c = 0; c < m; c++) x[row + c] /= pivot
    }
  }
}

/** X ← L′⁻¹·X, as above. */
export function solveLowerTransposed(
  l: Float64Array,
  panel: number,
  height: number,
  size: number,
  x: Float64Array,
  at: number,
  stride: number,
  count: number,
): void {
  for (let end = size; end > 0; end -= BLOCK) {
    const first = Math.max(0, end - BLOCK)
    const below = panel + first * height + end
    subtractProduct(
      x,
      at + first * stride,
      stride,
      x,
      at + end * stride,
      stride,
      l,
      below,
      1,
      height,
      count,
      end - first,
      size - end,
    )
    for (let i = end - 1; i >= first; i--) {
      const row = at + i * stride
      subtractProduct(
        x,
        row,
        stride,
        x,
        row + stride,
        stride,
        l,
        panel + i * height + i + 1,
        1,
        height,
        count,
        1,
        end - i - 1,
      )
      const pivot = l[panel + i * height + i]
      for (let c = 0; c < count; c++) x[row + c] /= pivot
    }
  }
}
