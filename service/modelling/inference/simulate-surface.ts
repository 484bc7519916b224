import { JITTER, type ClusterDraws } from './cluster-draws.ts'
import type { GpFit } from './gp.ts'
import { cholesky, solveLower, solveUpper } from '../numerics/linear-algebra.ts'
import { matern32 } from '../components/matern.ts'
import { coarseToFineOrder, NeighbourMesh } from '../numerics/neighbours.ts'
import type { Random } from '../numerics/random.ts'
import { centreOf, chordKm, localPlane } from '../numerics/sphere.ts'

/** Conditioning points per cell; the means and variances of 30 agree with exact kriging to about 1 %. */
const NEIGHBOURS = 30
/** Bytes for the draws that later cells condition on; cells beyond this limit are leaves, drawn but not kept. */
const STORE_BYTES = 200e6

interface SurfaceTarget {
  /** Sphere points of the cells, 3 per cell, km. */
  points: Float64Array
  /** Called once per cell with its draws of g(s), valid only during the call. */
  visit: (cell: number, g: Float64Array) => void
  /** Called every few hundred cells with the share done. */
  pause?: (share: number) => Promise<void>
}

/**
 * Joint posterior draws of g(s) at the cells, given its draws at the clusters: sequential Gaussian simulation. Each cell
 * is drawn from its distribution given its 30 nearest among clusters and earlier cells, coarse to fine (Vecchia's
 * approximation: Vecchia 1988; Katzfuss and Guinness 2021, Statistical Science 36). The weights are the same for
 * all draws of one length scale, so the cost is O(cells·(scales·m³ + m·draws)), whatever the number of clusters, and the
 * draws are joint: sums over admin units carry the covariance between cells. Memory is bounded by keeping the coarse cells only.
 */
export async function simulateSurface(
  fit: Pick<GpFit, 'points'>,
  clusters: ClusterDraws,
  draws: number,
  random: Random,
  target: SurfaceTarget,
): Promise<void> {
  const n = fit.points.length / 3
  const cells = target.points.length / 3
  const points = new Float64Array(fit.points.length + target.points.length)
  points.set(fit.points)
  points.set(target.points, fit.points.length)
  const plane = localPlane(points, centreOf(points))
  const order = coarseToFineOrder(plane, n, random)
  const kept = Math.min(n + cells, Math.max(n + 1, Math.floor(STORE_BYTES / (4 * draws))))
  const store = new Float32Array(kept * draws)
  for (let index = 0; index < clusters.g.length; index++) store[index] = clusters.g[index]
  const slot = new Int32Array(n + cells).fill(-1)
  const mesh = new NeighbourMesh(plane)
  for (let i = 0; i < n; i++) {
    slot[i] = i
    mesh.insert(i)
  }

  const near = new Int32Array(NEIGHBOURS)
  const rows = new Int32Array(NEIGHBOURS)
  const squared = new Float64Array(NEIGHBOURS)
  const distances = new Float64Array(NEIGHBOURS * NEIGHBOURS)
  const covariance = new Float64Array(NEIGHBOURS * NEIGHBOURS)
  const scales = [...new Set(clusters.groups.map(({ lengthScaleKm }) => lengthScaleKm))]
  const kriging = scales.map(() => ({ weights: new Float64Array(NEIGHBOURS), left: 0 }))
  const groups = clusters.groups.map((group) => ({ ...group, scale: scales.indexOf(group.lengthScaleKm) }))
  const g = new Float64Array(draws)
  for (let position = n; position < n + cells; position++) {
    const point = order[position]
    const m = mesh.nearest(point, NEIGHBOURS, near, squared)
    for (let i = 0; i < m; i++) rows[i] = slot[near[i]] * draws
    // Below the diagonal between neighbours, on it to the cell.
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < i; j++) distances[i * m + j] = chordKm(points, near[i], points, near[j])
      distances[i * m + i] = chordKm(points, point, points, near[i])
    }
    scales.forEach((lengthScaleKm, scale) => {
      const weights = kriging[scale].weights.subarray(0, m)
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < i; j++) covariance[i * m + j] = matern32(distances[i * m + j], lengthScaleKm)
        covariance[i * m + i] = 1 + JITTER
        weights[i] = matern32(distances[i * m + i], lengthScaleKm)
      }
      // 1 + JITTER on the diagonal of a correlation matrix keeps its Cholesky factor with 30 points well defined.
      cholesky(covariance, m)
      solveLower(covariance, m, weights)
      let explained = 0
      for (let i = 0; i < m; i++) explained += weights[i] * weights[i]
      solveUpper(covariance, m, weights)
      kriging[scale].left = Math.sqrt(Math.max(1 - explained, 0))
    })
    for (const { from, to, sd, scale } of groups) {
      const { weights, left } = kriging[scale]
      for (let d = from; d < to; d++) g[d] = sd * left * random.normal()
      addRows(g, from, to, weights.subarray(0, m), store, rows)
    }
    if (position < kept) {
      slot[point] = position
      store.set(g, position * draws)
      mesh.insert(point)
    }
    target.visit(point - n, g)
    if (position % 400 === 0) await target.pause?.((position - n) / cells)
  }
}

/** g[d] += Σᵢ weights[i]·store[rows[i] + d], `from` ≤ d < `to`; five rows at a time, so g is read and written less often. */
function addRows(
  g: Float64Array,
  from: number,
  to: number,
  weights: Float64Array,
  store: Float32Array,
  rows: Int32Array,
): void {
  let i = 0
  for (; i + 5 <= weights.length; i += 5) {
    const [w0, w1, w2, w3, w4] = weights.subarray(i, i + 5)
    const [r0, r1, r2, r3, r4] = rows.subarray(i, i + 5)
    for (let d = from; d < to; d++) {
      // Added in the order of the rows, so the sums are those of one row at a time, to the last digit.
      g[d] =
        g[d] +
        w0 * store[r0 + d] +
        w1 * store[r1 + d] +
        w2 * store[r2 + d] +
        w3 * store[r3 + d] +
        w4 * store[r4 + d]
    }
  }
  for (; i < weights.length; i++) {
    for (let d = from; d < to; d++) g[d] += weights[i] * store[rows[i] + d]
  }
}
