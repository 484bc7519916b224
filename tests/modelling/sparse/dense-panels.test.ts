import { expect, test } from 'vitest'
import { heap, reserve, strideOf, subtractProduct } from '#service/kernels/dense-products.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { factorPanel, solveLower, solveLowerTransposed } from '#service/modelling/sparse/dense-panels.ts'

/** Normals in the heap's first `length` numbers and some beyond, and a copy. */
function randomHeap(length: number, seed: number): Float64Array {
  const random = seededRandom(seed)
  reserve(length + 100)
  const before = Float64Array.from({ length: length + 100 }, () => random.normal())
  heap.set(before)
  return before
}

test.each([
  [1, 1, 1],
  [2, 3, 5],
  [4, 4, 4],
  [7, 6, 9],
  [13, 11, 64],
  [30, 9, 65],
  [50, 21, 130],
  [9, 5, 0],
])('a product of %i·%i numbers with %i each is that of plain loops', (m, n, count) => {
  const stride = strideOf(m)
  const c = 4
  const a = c + n * stride
  const b = a + count * stride
  for (const [bRow, bColumn] of [
    [1, count],
    [n, 1],
  ]) {
    for (const lower of [false, true]) {
      const before = randomHeap(b + n * count, m)
      subtractProduct(c, stride, a, stride, b, bRow, bColumn, m, n, count, lower)
      for (let j = 0; j < n; j++) {
        for (let i = lower ? j : 0; i < m; i++) {
          let expected = before[c + j * stride + i]
          for (let k = 0; k < count; k++)
            expected -= before[a + k * stride + i] * before[b + k * bRow + j * bColumn]
          expect(heap[c + j * stride + i]).toBeCloseTo(expected, 11)
        }
      }
      // Nothing else changes, but for the room after each column.
      expect(heap.subarray(0, c)).toEqual(before.subarray(0, c))
      expect(heap.slice(a, before.length)).toEqual(before.subarray(a))
    }
  }
})

test.each([
  [1, 1],
  [5, 3],
  [9, 4],
  [40, 17],
  [150, 70],
])('a panel of height %i and width %i is factored, and solves right sides', (height, width) => {
  const stride = strideOf(height)
  const count = 11
  const xStride = strideOf(count)
  const x = width * stride
  const before = randomHeap(x + width * xStride, height)
  for (let j = 0; j < width; j++) heap[j * (stride + 1)] = before[j * (stride + 1)] = 4 * height
  expect(factorPanel(0, stride, height, width)).toBe(true)
  for (let j = 0; j < width; j++) {
    for (let i = j; i < height; i++) {
      let sum = 0
      for (let k = 0; k <= j; k++) sum += heap[k * stride + i] * heap[k * stride + j]
      expect(sum).toBeCloseTo(before[j * stride + i], 9)
    }
  }
  const solved = (transposed: boolean) => {
    heap.set(before.subarray(x), x)
    const solveRows = transposed ? solveLowerTransposed : solveLower
    solveRows(0, stride, width, x, xStride, count)
    for (let i = 0; i < width; i++) {
      for (let c = 0; c < count; c++) {
        let sum = 0
        for (let k = transposed ? i : 0; k <= (transposed ? width - 1 : i); k++) {
          sum += heap[transposed ? i * stride + k : k * stride + i] * heap[x + k * xStride + c]
        }
        expect(sum).toBeCloseTo(before[x + i * xStride + c], 10)
      }
    }
  }
  solved(false)
  solved(true)
})
