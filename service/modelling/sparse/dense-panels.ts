/*
 * Sums of columns of dense panels: the inner loop of factor, solves and inverse. Four columns at a time: five loads and
 * a store for eight operations.
 */

/** target[at + i] −= Σ_k weights[first + k·step] · source[from + k·stride + i], for i < length and k < count. */
export function subtractColumns(
  target: Float64Array,
  at: number,
  length: number,
  source: Float64Array,
  from: number,
  stride: number,
  count: number,
  weights: Float64Array,
  first: number,
  step: number,
): void {
  let k = 0
  for (; k + 4 <= count; k += 4) {
    const a = weights[first + k * step]
    const b = weights[first + (k + 1) * step]
    const c = weights[first + (k + 2) * step]
    const d = weights[first + (k + 3) * step]
    const p = from + k * stride
    const q = p + stride
    const r = q + stride
    const s = r + stride
    for (let i = 0; i < length; i++) {
      target[at + i] -= a * source[p + i] + b * source[q + i] + (c * source[r + i] + d * source[s + i])
    }
  }
  for (; k < count; k++) {
    const a = weights[first + k * step]
    const p = from + k * stride
    for (let i = 0; i < length; i++) target[at + i] -= a * source[p + i]
  }
}
