/** Cholesky factors with inner products in WebAssembly, against the same loop in JavaScript. node bench/row-products.ts */
import { cholesky } from '../service/modelling/numerics/linear-algebra.ts'

/** The peer: tiles of 4 × 2 rows, as in linear-algebra.ts. */
function inJavaScript(a: Float64Array, n: number): void {
  const tiled = n - (n % 4)
  const sums = new Float64Array(8)
  for (let i = 0; i < n;) {
    const rows = i < tiled ? 4 : 1
    for (let j = 0; rows === 4 && j < i; j += 2) {
      sums.set(tile(a, i * n, j * n, n, j))
      const below = a[(j + 1) * n + j]
      for (let r = 0; r < 4; r++) {
        const at = (i + r) * n + j
        a[at] = (a[at] - sums[2 * r]) / a[j * n + j]
        a[at + 1] = (a[at + 1] - sums[2 * r + 1] - a[at] * below) / a[(j + 1) * n + j + 1]
      }
    }
    for (let r = i; r < i + rows; r++) {
      for (let j = rows === 4 ? i : 0; j <= r; j++) {
        let sum = a[r * n + j]
        for (let k = 0; k < j; k++) sum -= a[r * n + k] * a[j * n + k]
        a[r * n + j] = j < r ? sum / a[j * n + j] : Math.sqrt(sum)
      }
    }
    i += rows
  }
}

function tile(a: Float64Array, row: number, column: number, n: number, count: number): number[] {
  let [s00, s01, s10, s11, s20, s21, s30, s31] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let k = 0; k < count; k++) {
    const left = a[column + k]
    const right = a[column + n + k]
    s00 += a[row + k] * left
    s01 += a[row + k] * right
    s10 += a[row + n + k] * left
    s11 += a[row + n + k] * right
    s20 += a[row + 2 * n + k] * left
    s21 += a[row + 2 * n + k] * right
    s30 += a[row + 3 * n + k] * left
    s31 += a[row + 3 * n + k] * right
  }
  return [s00, s01, s10, s11, s20, s21, s30, s31]
}

for (const n of [30, 100, 200, 505, 1000, 2000]) {
  const covariance = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) covariance[i * n + j] = Math.exp(-Math.abs(i - j) / 50) + (i === j ? 1 : 0)
  }
  const repeats = Math.max(2, Math.min(10_000, Math.floor(3e8 / n ** 3)))
  const best = [Infinity, Infinity]
  for (let round = 0; round < 5; round++) {
    for (const [at, factorise] of [inJavaScript, cholesky].entries()) {
      const begin = performance.now()
      for (let k = 0; k < repeats; k++) factorise(covariance.slice(), n)
      best[at] = Math.min(best[at], (performance.now() - begin) / repeats)
    }
  }
  const [javascript, wasm] = best
  console.log(
    `${n} rows: ${wasm.toFixed(3)} ms, in JavaScript ${javascript.toFixed(3)} ms; ratio ${(wasm / javascript).toFixed(2)}`,
  )
}
