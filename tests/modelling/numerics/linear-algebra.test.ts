import { describe, expect, it } from 'vitest'
import {
  cholesky,
  inverseFromCholesky,
  multiply,
  solveLower,
  solveUpper,
} from '#service/modelling/numerics/linear-algebra.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'

function positiveDefinite(n: number): Float64Array {
  const random = seededRandom(n)
  const factor = Float64Array.from({ length: n * n }, () => random.normal())
  const a = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) a[i * n + j] += factor[i * n + k] * factor[j * n + k]
    }
    a[i * n + i] += n
  }
  return a
}

describe('cholesky', () => {
  it('factors the textbook matrix', () => {
    const a = Float64Array.of(4, 12, -16, 12, 37, -43, -16, -43, 98)
    expect(cholesky(a, 3)).toBe(true)
    // numpy.linalg.cholesky([[4, 12, -16], [12, 37, -43], [-16, -43, 98]])
    expect([a[0], a[3], a[4], a[6], a[7], a[8]]).toEqual([2, 6, 1, -8, 5, 3])
  })

  it('rejects a matrix that is not positive definite, and one with NaN', () => {
    expect(cholesky(Float64Array.of(1, 2, 2, 1), 2)).toBe(false)
    expect(cholesky(Float64Array.of(1, 0, NaN, 1), 2)).toBe(false)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 17, 62, 130])(
    'reproduces A of size %i, its solves and its inverse',
    (n) => {
      const a = positiveDefinite(n)
      const l = a.slice()
      expect(cholesky(l, n)).toBe(true)
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          let sum = 0
          for (let k = 0; k <= j; k++) sum += l[i * n + k] * l[j * n + k]
          expect(Math.abs(sum - a[i * n + j])).toBeLessThan(1e-11 * n)
        }
      }
      const x = Float64Array.from({ length: n }, (_, index) => Math.sin(index + 1))
      const y = new Float64Array(n)
      multiply(a, x, y)
      const solved = y.slice()
      solveLower(l, n, solved)
      solveUpper(l, n, solved)
      for (let i = 0; i < n; i++) expect(solved[i]).toBeCloseTo(x[i], 10)

      const inverse = inverseFromCholesky(l, n)
      const back = new Float64Array(n)
      multiply(inverse, y, back)
      for (let i = 0; i < n; i++) expect(back[i]).toBeCloseTo(x[i], 9)
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < i; j++) expect(inverse[i * n + j]).toBe(inverse[j * n + i])
      }
    },
  )
})
