import { expect, test } from 'vitest'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { logDeterminant, sparseCholesky } from '#service/modelling/sparse/cholesky.ts'
import { dissectionOrder } from '#service/modelling/sparse/dissection.ts'
import { selectedInverse } from '#service/modelling/sparse/selected-inverse.ts'
import { solve, solveBackward } from '#service/modelling/sparse/solve.ts'
import { symbolicFactor } from '#service/modelling/sparse/symbolic-factor.ts'
import { multiply, type SparseSymmetric, symmetricOf } from '#service/modelling/sparse/symmetric.ts'
import reference from '../fixtures/cholmod-reference.json' with { type: 'json' }

/** The matrix of cholmod-reference.R: 0.3·I + G + G·G / 0.6. */
function referenceMatrix(): SparseSymmetric {
  const size = reference.columns.length
  const g = new Float64Array(size * size)
  for (let k = 0; k < reference.pairs.length; k += 2) {
    const [a, b] = [reference.pairs[k], reference.pairs[k + 1]]
    for (const [i, j] of [
      [a, b],
      [b, a],
    ]) {
      g[i * size + j] -= 1 / Math.sqrt(3)
      g[i * size + i] += 1 / Math.sqrt(3)
    }
  }
  const entries: [number, number, number][] = []
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let square = 0
      for (let k = 0; k < size; k++) square += g[i * size + k] * g[j * size + k]
      const value = (i === j ? 0.3 : 0) + g[i * size + j] + square / 0.6
      if (value !== 0) entries.push([i, j, value])
    }
  }
  return matrixOf(size, entries)
}

const matrixOf = (size: number, entries: [number, number, number][]) =>
  symmetricOf(
    size,
    entries.map(([i]) => i),
    entries.map(([, j]) => j),
    entries.map(([, , value]) => value),
  )

const natural = (size: number) => Int32Array.from({ length: size }, (_, i) => i)

function factorOf(matrix: SparseSymmetric, order: Int32Array = natural(matrix.size)) {
  const factor = sparseCholesky(matrix, symbolicFactor(matrix, order))
  if (!factor) throw new Error('not positive definite')
  return factor
}

const furthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, k) => Math.abs(value - b[k])))

function entryAt({ starts, rows }: SparseSymmetric, i: number, j: number): number {
  const [row, column] = [Math.max(i, j), Math.min(i, j)]
  return rows.subarray(0, starts[column + 1]).indexOf(row, starts[column])
}

test('factor, solution, determinant and inverse are those of CHOLMOD and LAPACK to 1e-10', () => {
  const matrix = referenceMatrix()
  const order = dissectionOrder(Int32Array.from(reference.columns), Int32Array.from(reference.rows), 2)
  for (const preferred of [order, natural(matrix.size)]) {
    const factor = factorOf(matrix, preferred)
    const right = Float64Array.from({ length: matrix.size }, (_, i) => Math.sin(i + 1))
    expect(furthest(solve(factor, right, 1), reference.solution)).toBeLessThan(1e-10)
    expect(Math.abs(logDeterminant(factor) - reference.logDeterminant[0])).toBeLessThan(1e-10)
    const inverse = selectedInverse(factor)
    const variances = reference.variances.map((_, i) => inverse[entryAt(matrix, i, i)])
    expect(furthest(variances, reference.variances)).toBeLessThan(1e-10)
    const withNext = reference.covariancesWithNext.map(
      (_, k) => inverse[entryAt(matrix, reference.pairs[2 * k], reference.pairs[2 * k + 1])],
    )
    expect(furthest(withNext, reference.covariancesWithNext)).toBeLessThan(1e-10)
  }
})

/** Random, diagonally dominant, with about three entries a row; in two pieces, with a row of its own. */
function randomMatrix(size: number, seed: number): SparseSymmetric {
  const random = seededRandom(seed)
  const entries: [number, number, number][] = []
  for (let i = 0; i < size; i++) {
    entries.push([i, i, 8 + random.uniform()])
    for (let k = 0; k < 3; k++) {
      const j = Math.floor(random.uniform() * size)
      if (j % 2 === i % 2 && j !== i && i !== 5 && j !== 5) entries.push([i, j, random.normal() / 2])
    }
  }
  return matrixOf(size, entries)
}

test.each([1, 2, 7, 60, 400])(
  'random matrices of size %i are solved, with several right sides too',
  (size) => {
    const matrix = randomMatrix(size, size)
    const factor = factorOf(matrix)
    const random = seededRandom(9)
    const right = Float64Array.from({ length: size * 3 }, () => random.normal())
    const answer = solve(factor, right, 3)
    for (let c = 0; c < 3; c++) {
      const column = (all: Float64Array) => Float64Array.from({ length: size }, (_, i) => all[i * 3 + c])
      expect(furthest(multiply(matrix, column(answer)), column(right))).toBeLessThan(1e-11)
    }
    const unit = new Float64Array(size)
    unit[0] = 1
    const firstColumn = solve(factor, unit, 1)
    const inverse = selectedInverse(factor)
    for (let k = 0; k < matrix.starts[1]; k++) expect(inverse[k]).toBeCloseTo(firstColumn[matrix.rows[k]], 12)
  },
)

/** Precision of a square lattice of 30² nodes, with wide supernodes, in the order of its dissection. */
function latticeFactor() {
  const side = 30
  const columns = Int32Array.from({ length: side * side }, (_, i) => i % side)
  const rows = columns.map((_, i) => Math.floor(i / side))
  const entries: [number, number, number][] = []
  columns.forEach((column, i) => {
    entries.push([i, i, 8.1])
    if (column + 1 < side) entries.push([i + 1, i, -1])
    if (rows[i] + 1 < side) entries.push([i + side, i, -1])
    if (column + 1 < side && rows[i] + 1 < side) entries.push([i + side + 1, i, -1])
    if (column > 0 && rows[i] + 1 < side) entries.push([i + side - 1, i, -1])
  })
  const matrix = matrixOf(side * side, entries)
  return { matrix, factor: factorOf(matrix, dissectionOrder(columns, rows, 1)) }
}

test.each([1, 40, 5000])('%i right sides of a lattice are solved as one by one', (count) => {
  const { matrix, factor } = latticeFactor()
  const random = seededRandom(count)
  const right = Float64Array.from({ length: matrix.size * count }, () => random.normal())
  const answer = solve(factor, right, count)
  for (let c = 0; c < count; c++) {
    const column = (all: Float64Array) =>
      Float64Array.from({ length: matrix.size }, (_, i) => all[i * count + c])
    expect(furthest(column(answer), solve(factor, column(right), 1))).toBeLessThan(1e-12)
    expect(furthest(multiply(matrix, column(answer)), column(right))).toBeLessThan(1e-11)
  }
})

test('the selected inverse of a lattice is that of its solutions for unit vectors', () => {
  const { matrix, factor } = latticeFactor()
  const identity = new Float64Array(matrix.size ** 2)
  for (let i = 0; i < matrix.size; i++) identity[i * (matrix.size + 1)] = 1
  const whole = solve(factor, identity, matrix.size)
  const inverse = selectedInverse(factor)
  for (let j = 0; j < matrix.size; j++) {
    const [start, end] = [matrix.starts[j], matrix.starts[j + 1]]
    expect(
      furthest(
        inverse.subarray(start, end),
        Array.from(matrix.rows.subarray(start, end), (row) => whole[row * matrix.size + j]),
      ),
    ).toBeLessThan(1e-13)
  }
})

test('results of one factor are their own: the next factor leaves them as they are, and is the same', () => {
  const { matrix, factor } = latticeFactor()
  const right = Float64Array.from({ length: matrix.size }, (_, i) => Math.cos(i))
  const results = () => {
    const again = sparseCholesky(matrix, factor.symbolic)!
    return [again.values, selectedInverse(again), solve(again, right, 1)]
  }
  const before = results()
  const copies = before.map((numbers) => numbers.slice())
  sparseCholesky({ ...matrix, values: matrix.values.map((value) => 3 * value) }, factor.symbolic)
  const after = results()
  before.forEach((numbers, k) => {
    expect(numbers).toEqual(copies[k])
    expect(after[k]).toEqual(copies[k])
  })
})

test('draws of independent normals have the inverse as covariance', () => {
  const matrix = randomMatrix(30, 3)
  const factor = factorOf(matrix)
  const identity = new Float64Array(30 * 30)
  for (let i = 0; i < 30; i++) identity[i * 31] = 1
  // With Z = I, the draws are a root of the inverse.
  const root = solveBackward(factor, identity, 30)
  const inverse = solve(factor, identity, 30)
  for (let i = 0; i < 30; i++) {
    for (let j = 0; j < 30; j++) {
      let sum = 0
      for (let k = 0; k < 30; k++) sum += root[i * 30 + k] * root[j * 30 + k]
      expect(sum).toBeCloseTo(inverse[i * 30 + j], 12)
    }
  }
})

test('a matrix that is not positive definite, or holds NaN, has no factor', () => {
  for (const value of [-1, 0, NaN]) {
    const matrix = matrixOf(3, [
      [0, 0, 2],
      [1, 1, 2],
      [2, 2, value],
      [2, 0, 0],
    ])
    expect(sparseCholesky(matrix, symbolicFactor(matrix, natural(3)))).toBeUndefined()
  }
})

test('entries of a position are added; the diagonal is in the pattern; a position outside is rejected', () => {
  const matrix = matrixOf(3, [
    [0, 2, 1],
    [2, 0, 2],
    [1, 1, 5],
  ])
  expect([...matrix.starts]).toEqual([0, 2, 3, 4])
  expect([...matrix.rows]).toEqual([0, 2, 1, 2])
  expect([...matrix.values]).toEqual([0, 3, 5, 0])
  expect(() => matrixOf(2, [[0, 2, 1]])).toThrow('Entry (0, 2) lies outside a matrix of size 2.')
})

test('dissection orders each node once, however the nodes lie, and keeps a factor of a lattice sparse', () => {
  const line = natural(500)
  const shapes: [Int32Array, Int32Array][] = [
    [line, new Int32Array(500)],
    [new Int32Array(500), line],
    [new Int32Array(500), new Int32Array(500)],
    [line.map((i) => (i < 250 ? i % 16 : 5000 + (i % 16))), line.map((i) => i >> 4)],
  ]
  for (const [columns, rows] of shapes) {
    expect([...dissectionOrder(columns, rows, 2)].sort((a, b) => a - b)).toEqual([...line])
  }
  const size = 70
  const columns = Int32Array.from({ length: size * size }, (_, i) => i % size)
  const rows = Int32Array.from({ length: size * size }, (_, i) => Math.floor(i / size))
  const entries: [number, number, number][] = []
  columns.forEach((column, i) => {
    for (const [x, y] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [0, 2],
    ]) {
      if (column + x < size && rows[i] + y < size) entries.push([i + y * size + x, i, -1])
    }
  })
  const matrix = matrixOf(size * size, entries)
  const { panelStarts, remainderStarts } = symbolicFactor(matrix, dissectionOrder(columns, rows, 2))
  const dissected = panelStarts.at(-1)!
  expect(dissected).toBeLessThan(0.8 * symbolicFactor(matrix, natural(size * size)).panelStarts.at(-1)!)
  expect(dissected).toBeLessThan(10 * size * size * Math.log2(size * size))
  // Remainders give up their room to later ones.
  expect(remainderStarts.at(-1)).toBeLessThan(dissected / 2)
})
