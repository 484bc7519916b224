import { logDeterminant, sparseCholesky } from '../../sparse/cholesky.ts'
import { dissectionOrder } from '../../sparse/dissection.ts'
import { symbolicFactor } from '../../sparse/symbolic-factor.ts'
import { type SparseSymmetric, symmetricOf } from '../../sparse/symmetric.ts'
import { determinantTable } from './determinant-table.ts'
import type { Lattice } from './lattice.ts'

/** Range over 1/κ at smoothness ν = 1, √(8ν): there the correlation is about 0.14. */
const RANGE = Math.sqrt(8)

export interface SurfaceParameters {
  /** Standard deviation far from the lattice's edge. */
  sd: number
  /** Distance at which the correlation is about 0.14, km. */
  rangeKm: number
}

/**
 * Precision of the weights of a Gaussian surface on a lattice, whose covariance is nearly Matérn with ν = 1:
 * Q = τ²·(κ⁴C + 2κ²G + G·C⁻¹·G), κ = √8 / range, τ² = 1 / (4πκ²·sd²), with linear elements' lumped masses C and
 * stiffness G (Lindgren, Rue and Lindström 2011, eq. 10). The three parts share one pattern, so does the gradient.
 */
export function surfacePrecision(lattice: Lattice) {
  const { mass, stiffness } = linearElements(lattice)
  const bending = bendingOf(stiffness, mass)
  const zeros = new Float64Array(bending.values.length)
  const spread = (matrix: SparseSymmetric) => {
    const values = zeros.slice()
    for (let j = 0; j < matrix.size; j++) {
      let at = bending.starts[j]
      for (let k = matrix.starts[j]; k < matrix.starts[j + 1]; k++) {
        while (bending.rows[at] !== matrix.rows[k]) at++
        values[at] = matrix.values[k]
      }
    }
    return values
  }
  const c = spread(symmetricOf(mass.length, [], [], []))
  mass.forEach((value, j) => {
    c[bending.starts[j]] = value
  })
  const g = spread(stiffness)
  const combined = (ofMass: number, ofStiffness: number, ofBending: number): SparseSymmetric => ({
    ...bending,
    values: bending.values.map((value, k) => ofMass * c[k] + ofStiffness * g[k] + ofBending * value),
  })
  const order = dissectionOrder(lattice.columns, lattice.rows, 1)
  const symbolic = symbolicFactor(stiffness, order)
  /** The factor of K = κ²C + G: Q is τ²·K·C⁻¹·K, and K has fewer entries. */
  const rootFactor = (kappa2: number) => {
    const values = stiffness.values.slice()
    mass.forEach((value, j) => {
      values[stiffness.starts[j]] += kappa2 * value
    })
    const factor = sparseCholesky({ ...stiffness, values }, symbolic)
    if (!factor)
      throw new RangeError(`No surface has the range ${RANGE / Math.sqrt(kappa2)} km on this lattice.`)
    return factor
  }
  const logMass = mass.reduce((sum, value) => sum + Math.log(value), 0)
  const rootDeterminant = determinantTable((logRange) =>
    logDeterminant(rootFactor((RANGE / Math.exp(logRange)) ** 2)),
  )
  return {
    /** log |Q| and its derivative by log range; by log sd it is −2 for each node. */
    logDeterminant({ sd, rangeKm }: SurfaceParameters): { value: number; byLogRange: number } {
      const kappa2 = (RANGE / rangeKm) ** 2
      const { value, slope } = rootDeterminant(Math.log(rangeKm))
      return {
        value: 2 * value - logMass - mass.length * Math.log(4 * Math.PI * sd * sd * kappa2),
        byLogRange: 2 * mass.length + 2 * slope,
      }
    },
    /** Q at these parameters. */
    at({ sd, rangeKm }: SurfaceParameters): SparseSymmetric {
      const kappa2 = (RANGE / rangeKm) ** 2
      const scale = 1 / (4 * Math.PI * sd * sd)
      return combined(scale * kappa2, 2 * scale, scale / kappa2)
    },
    /** ∂Q / ∂ log sd. */
    byLogSd({ sd, rangeKm }: SurfaceParameters): SparseSymmetric {
      const kappa2 = (RANGE / rangeKm) ** 2
      const scale = -2 / (4 * Math.PI * sd * sd)
      return combined(scale * kappa2, 2 * scale, scale / kappa2)
    },
    /** ∂Q / ∂ log range. */
    byLogRange({ sd, rangeKm }: SurfaceParameters): SparseSymmetric {
      const kappa2 = (RANGE / rangeKm) ** 2
      const scale = 2 / (4 * Math.PI * sd * sd)
      return combined(-scale * kappa2, 0, scale / kappa2)
    },
  }
}

/** Lumped masses (km²) and stiffness of linear elements on equilateral triangles. */
function linearElements({ columns, triangles, spacingKm }: Lattice) {
  const mass = new Float64Array(columns.length)
  const share = (Math.sqrt(3) / 12) * spacingKm * spacingKm
  const pairs = triangles.length
  const rows = new Int32Array(2 * pairs)
  const others = new Int32Array(2 * pairs)
  const values = new Float64Array(2 * pairs)
  for (let k = 0; k < pairs; k++) {
    const node = triangles[k]
    const next = triangles[k % 3 === 2 ? k - 2 : k + 1]
    mass[node] += share
    rows[k] = node
    others[k] = next
    values[k] = -1 / (2 * Math.sqrt(3))
    rows[pairs + k] = node
    others[pairs + k] = node
    values[pairs + k] = 1 / Math.sqrt(3)
  }
  return { mass, stiffness: symmetricOf(columns.length, rows, others, values) }
}

/** G·C⁻¹·G. */
function bendingOf(g: SparseSymmetric, mass: Float64Array): SparseSymmetric {
  const neighbours: { node: number; value: number }[][] = Array.from(mass, () => [])
  for (let j = 0; j < g.size; j++) {
    for (let k = g.starts[j]; k < g.starts[j + 1]; k++) {
      neighbours[j].push({ node: g.rows[k], value: g.values[k] })
      if (g.rows[k] !== j) neighbours[g.rows[k]].push({ node: j, value: g.values[k] })
    }
  }
  const rows: number[] = []
  const columns: number[] = []
  const values: number[] = []
  neighbours.forEach((list, middle) => {
    for (const a of list) {
      for (const b of list) {
        if (a.node < b.node) continue
        rows.push(a.node)
        columns.push(b.node)
        values.push((a.value * b.value) / mass[middle])
      }
    }
  })
  return symmetricOf(g.size, rows, columns, values)
}
