import { solveLower, solveUpper } from '../numerics/linear-algebra.ts'
import type { Random } from '../numerics/random.ts'
import { pathSolver } from '../sparse/path-solve.ts'
import { solveBackward } from '../sparse/solve.ts'
import type { BorderedFactor, borderOfInverse } from './bordered-factor.ts'
import { inner, linearAt } from './normal-equations.ts'
import { type LatticePlaces, surfaceAt, variancesAt } from './field.ts'
import type { Mode } from './mode.ts'

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

/**
 * `fieldVariances` without the inverse, by a solve for each place: |L⁻¹a|² + |S^(−½)·(x − V′·L⁻¹a)|².
 */
export function variancesOf(
  { sparse, v, l, width }: BorderedFactor,
  places: LatticePlaces,
  design: Float64Array,
): Float64Array {
  const solve = pathSolver(sparse)
  const rest = new Float64Array(width)
  return Float64Array.from({ length: places.count }, (_, i) => {
    const [from, to] = [3 * i, 3 * i + 3]
    let variance = 0
    solve(places.nodes.subarray(from, to), places.weights.subarray(from, to), (x, ranges) => {
      rest.set(design.subarray(i * width, (i + 1) * width))
      for (const [first, end] of ranges) {
        for (let j = first; j < end; j++) {
          variance += x[j] * x[j]
          for (let c = 0; c < width; c++) rest[c] -= v[j * width + c] * x[j]
        }
      }
    })
    solveLower(l, width, rest)
    return variance + inner(rest, rest)
  })
}

/** Posterior mean and variance of A·u + X·b, without the cluster effect, at places with these rows of the design. */
export function predictField(
  { u, b, factor }: Mode,
  places: LatticePlaces,
  design: Float64Array,
): { mean: Float64Array; variance: Float64Array } {
  return { mean: linearAt(surfaceAt(places, u), design, b), variance: variancesOf(factor, places, design) }
}

/** Joint posterior draws of the surface's weights, node by node, and of the coefficients: `count` values of each. */
export function drawField(
  { u, b, factor }: Mode,
  count: number,
  random: Random,
): { u: Float64Array; b: Float64Array } {
  const { sparse, v, l, width } = factor
  const coefficients = new Float64Array(width * count)
  const nodes = Float64Array.from({ length: u.length * count }, () => random.normal())
  const shift = new Float64Array(width)
  const shifts = new Float64Array(width * count)
  for (let draw = 0; draw < count; draw++) {
    for (let c = 0; c < width; c++) shift[c] = random.normal()
    solveUpper(l, width, shift)
    for (let c = 0; c < width; c++) {
      shifts[c * count + draw] = shift[c]
      coefficients[c * count + draw] = b[c] + shift[c]
    }
  }
  // Given b, the mean of u moves by −M⁻¹·B·(b − mean of b).
  for (let k = 0; k < u.length; k++) {
    for (let c = 0; c < width; c++) {
      const value = v[k * width + c]
      for (let draw = 0; draw < count; draw++) nodes[k * count + draw] -= value * shifts[c * count + draw]
    }
  }
  const draws = solveBackward(sparse, nodes, count)
  for (let k = 0; k < draws.length; k++) draws[k] += u[Math.floor(k / count)]
  return { u: draws, b: coefficients }
}

/** Variances of A·u + X·b + e, from those of A·u + X·b. */
export function latentVariancesOf(
  surface: Float64Array,
  clusterVariance: number,
  curvature: Float64Array,
): Float64Array {
  return surface.map((variance, i) => {
    const share = 1 / (1 + clusterVariance * curvature[i])
    return clusterVariance * share + share * share * variance
  })
}
