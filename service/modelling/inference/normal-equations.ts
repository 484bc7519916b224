import { ModelError } from '../model-error.ts'
import type { SparseSymmetric } from '../sparse/symmetric.ts'
import { type BorderedFactor, borderedFactor } from './bordered-factor.ts'
import { addPlaces, atNodes, type LatticePlaces, type Field } from './field.ts'

/** What surface and coefficients are at places: Â = [A, X]. */
export interface NormalEquations {
  field: Field
  places: LatticePlaces
  /** Rows of X, n·width. */
  design: Float64Array
  width: number
}

/** The factor of [Q + A′·W·A, A′·W·X; X′·W·A, P + X′·W·X]. Throws ModelError if there is none. */
export function factorOf(
  { field, places, design, width }: NormalEquations,
  q: SparseSymmetric,
  weights: Float64Array,
  coefficientPrecision: Float64Array,
): BorderedFactor {
  const values = q.values.slice()
  addPlaces(places, weights, values)
  const products = new Float64Array(design.length)
  const c = new Float64Array(width * width)
  for (let k = 0; k < width; k++) c[k * width + k] = coefficientPrecision[k]
  for (let i = 0; i < places.count; i++) {
    const row = i * width
    for (let j = 0; j < width; j++) {
      const value = weights[i] * design[row + j]
      products[row + j] = value
      for (let k = 0; k <= j; k++) c[j * width + k] += value * design[row + k]
    }
  }
  const b = atNodes(places, field.size, products, width)
  const factor = borderedFactor({ ...q, values }, field.symbolic, b, c, width)
  if (!factor) {
    throw new ModelError('The covariance of the clusters is singular; look for extreme or repeated values.')
  }
  return factor
}

/** Â′·r. */
export function rightSide({ field, places, design, width }: NormalEquations, r: Float64Array) {
  const columns = new Float64Array(width)
  for (let i = 0; i < places.count; i++) {
    for (let c = 0; c < width; c++) columns[c] += design[i * width + c] * r[i]
  }
  return { nodes: atNodes(places, field.size, r, 1), columns }
}

/** `surface` + X·b. */
export function linearAt(surface: Float64Array, design: Float64Array, b: Float64Array): Float64Array {
  const width = b.length
  return surface.map((value, i) => {
    let sum = value
    for (let c = 0; c < width; c++) sum += design[i * width + c] * b[c]
    return sum
  })
}

export function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/** tr(Z·D) for symmetric matrices of one pattern, Z's values at it. */
export function traceOf(z: Float64Array, { size, starts, rows, values }: SparseSymmetric): number {
  let sum = 0
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) sum += (rows[k] === j ? 1 : 2) * z[k] * values[k]
  }
  return sum
}
