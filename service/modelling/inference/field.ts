import { interpolationAt, type Lattice, LATTICE_REACH } from '../components/surface/lattice.ts'
import { surfacePrecision } from '../components/surface/surface-precision.ts'
import { dissectionOrder } from '../sparse/dissection.ts'
import { symbolicFactor } from '../sparse/symbolic-factor.ts'

/** Places on a lattice: each has the three nodes around it, and their weights. */
export interface LatticePlaces {
  count: number
  nodes: Int32Array
  weights: Float64Array
  /** Where the products of a place's weights are among Q's values: pairs 00, 10, 11, 20, 21, 22. */
  slots: Int32Array
}

export type Field = ReturnType<typeof fieldOf>

/** A surface's algebra on a lattice: the same for all parameters, places and folds. */
export function fieldOf(lattice: Lattice) {
  const precision = surfacePrecision(lattice)
  const pattern = precision.at({ sd: 1, rangeKm: 1 })
  const order = dissectionOrder(lattice.columns, lattice.rows, LATTICE_REACH)
  return {
    lattice,
    size: lattice.columns.length,
    precision,
    pattern,
    symbolic: symbolicFactor(pattern, order),
  }
}

/** The places (`plane`: x, y, km) in a field; a RangeError for one outside its lattice. */
export function placesOn({ lattice, pattern }: Field, plane: Float64Array): LatticePlaces {
  const count = plane.length / 2
  const nodes = new Int32Array(3 * count)
  const weights = new Float64Array(3 * count)
  const slots = new Int32Array(6 * count)
  for (let i = 0; i < count; i++) {
    const at = interpolationAt(lattice, plane[2 * i], plane[2 * i + 1])
    if (!at) throw new RangeError(`Place ${i} lies outside the lattice.`)
    nodes.set(at.nodes, 3 * i)
    weights.set(at.weights, 3 * i)
    let slot = 6 * i
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++) {
        const column = Math.min(at.nodes[a], at.nodes[b])
        const row = Math.max(at.nodes[a], at.nodes[b])
        slots[slot++] = pattern.rows
          .subarray(0, pattern.starts[column + 1])
          .indexOf(row, pattern.starts[column])
      }
    }
  }
  return { count, nodes, weights, slots }
}

/** A·u: the surface at the places. */
export function surfaceAt({ count, nodes, weights }: LatticePlaces, u: Float64Array): Float64Array {
  const values = new Float64Array(count)
  for (let k = 0; k < nodes.length; k++) values[Math.floor(k / 3)] += weights[k] * u[nodes[k]]
  return values
}

/** A′·R on `size` nodes for `columns` values at each place, place by place. */
export function atNodes(
  { nodes, weights }: LatticePlaces,
  size: number,
  values: Float64Array,
  columns: number,
): Float64Array {
  const sums = new Float64Array(size * columns)
  for (let k = 0; k < nodes.length; k++) {
    const [from, to] = [Math.floor(k / 3) * columns, nodes[k] * columns]
    for (let c = 0; c < columns; c++) sums[to + c] += weights[k] * values[from + c]
  }
  return sums
}

/** Adds A′·diag(w)·A to values of Q's pattern. */
export function addPlaces(
  { count, weights, slots }: LatticePlaces,
  w: Float64Array,
  values: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    let slot = 6 * i
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++) values[slots[slot++]] += w[i] * weights[3 * i + a] * weights[3 * i + b]
    }
  }
}

/** The diagonal of A·Z·A′ for Z given at Q's pattern. */
export function variancesAt({ count, weights, slots }: LatticePlaces, z: Float64Array): Float64Array {
  const variances = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    let slot = 6 * i
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++) {
        variances[i] += (a === b ? 1 : 2) * weights[3 * i + a] * weights[3 * i + b] * z[slots[slot++]]
      }
    }
  }
  return variances
}
