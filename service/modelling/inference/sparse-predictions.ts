import { solveUpper } from '../numerics/linear-algebra.ts'
import type { Random } from '../numerics/random.ts'
import { selectedInverse } from '../sparse/selected-inverse.ts'
import { solveBackward } from '../sparse/solve.ts'
import { borderOfInverse } from './bordered-factor.ts'
import { type LatticePlaces, surfaceAt, variancesAt } from './sparse-field.ts'
import type { SparseMode } from './sparse-mode.ts'

/**
 * Variances of A·u + X·b at places, X place by place: A·Z·A′ + R·S⁻¹·R′ with R = X − A·G, from M⁻¹ at the pattern
 * (`inverse`) and the border's part of the inverse.
 */
export function fieldVariances(
  places: LatticePlaces,
  design: Float64Array,
  inverse: Float64Array,
  { g, inverse: ofBorder }: ReturnType<typeof borderOfInverse>,
): Float64Array {
  const width = Math.sqrt(ofBorder.length)
  const variances = variancesAt(places, inverse)
  const row = new Float64Array(width)
  for (let i = 0; i < places.count; i++) {
    for (let c = 0; c < width; c++) {
      row[c] = design[i * width + c]
      for (let a = 3 * i; a < 3 * i + 3; a++) row[c] -= places.weights[a] * g[places.nodes[a] * width + c]
    }
    for (let c = 0; c < width; c++) {
      for (let d = 0; d < width; d++) variances[i] += row[c] * ofBorder[c * width + d] * row[d]
    }
  }
  return variances
}

/** Posterior mean and variance of A·u + X·b, without the cluster effect, at places with these rows of the design. */
export function predictField(
  { u, b, factor }: SparseMode,
  places: LatticePlaces,
  design: Float64Array,
): { mean: Float64Array; variance: Float64Array } {
  const mean = surfaceAt(places, u).map((value, i) => {
    let sum = value
    for (let c = 0; c < b.length; c++) sum += design[i * b.length + c] * b[c]
    return sum
  })
  const inverse = selectedInverse(factor.sparse)
  return { mean, variance: fieldVariances(places, design, inverse, borderOfInverse(factor)) }
}

/** Joint posterior draws of the surface's weights, node by node, and of the coefficients: `count` values of each. */
export function drawField(
  { u, b, factor }: SparseMode,
  count: number,
  random: Random,
): { u: Float64Array; b: Float64Array } {
  const { sparse, v, l, width } = factor
  const coefficients = new Float64Array(width * count)
  const nodes = Float64Array.from({ length: u.length * count }, () => random.normal())
  const shift = new Float64Array(width)
  for (let draw = 0; draw < count; draw++) {
    for (let c = 0; c < width; c++) shift[c] = random.normal()
    solveUpper(l, width, shift)
    for (let c = 0; c < width; c++) coefficients[c * count + draw] = b[c] + shift[c]
    // Given b, the mean of u moves by −M⁻¹·B·(b − mean of b).
    for (let k = 0; k < u.length; k++) {
      for (let c = 0; c < width; c++) nodes[k * count + draw] -= v[k * width + c] * shift[c]
    }
  }
  const draws = solveBackward(sparse, nodes, count)
  for (let k = 0; k < draws.length; k++) draws[k] += u[Math.floor(k / count)]
  return { u: draws, b: coefficients }
}
