import { designMatrix, designWidth } from '../components/components.ts'
import { interpolationAt, nodesByPlace } from '../components/surface/lattice.ts'
import { withDensity } from '../inference/sampling-density.ts'
import type { CellData } from '../layer-types.ts'
import { prevalenceFunction } from '../likelihood/predictive.ts'
import type { DrawOptions } from '../model.ts'
import { localPlane, spherePoints } from '../numerics/sphere.ts'
import type { Posterior } from './posterior.ts'

/** Cells whose places and rows of the design exist at once. */
const BLOCK = 512

/**
 * Draws of prevalence at cells, E_e[expit(A·u + X·b + e)], the cluster effect e integrated out; cells in their order.
 * Throws RangeError for a cell outside the lattice, and for other covariates than the posterior's.
 */
export async function drawCells(
  posterior: Posterior,
  cells: CellData,
  { visit, pause }: Pick<DrawOptions, 'visit' | 'pause'>,
): Promise<void> {
  const { draws, standardisation, surface, coefficients } = posterior
  const { longitude, latitude, covariates } = posterior.usesDensity ? withDensity(cells) : cells
  if (covariates.length !== standardisation.mean.length)
    throw new RangeError(
      `The posterior has ${standardisation.mean.length} covariates, the cells ${covariates.length}.`,
    )
  const lattice = { ...posterior.lattice, nodeAt: nodesByPlace(posterior.lattice) }
  const width = designWidth(standardisation)
  const groups = posterior.groups.map(({ clusterSd, ...range }) => ({
    ...range,
    prevalence: prevalenceFunction(clusterSd),
  }))
  const p = new Float64Array(draws)
  for (let start = 0; start < longitude.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, longitude.length)
    const part = (values: Float64Array) => values.subarray(start, end)
    const plane = localPlane(spherePoints(part(longitude), part(latitude)), posterior.centre)
    const design = designMatrix(covariates.map(part), end - start, standardisation)
    for (let i = 0; i < end - start; i++) {
      const at = interpolationAt(lattice, plane[2 * i], plane[2 * i + 1])
      if (!at) throw new RangeError(`Cell ${start + i} lies outside the lattice.`)
      const [a, b, c] = at.nodes.map((node) => node * draws)
      const [ofA, ofB, ofC] = at.weights
      for (let d = 0; d < draws; d++)
        p[d] = ofA * surface[a + d] + ofB * surface[b + d] + ofC * surface[c + d]
      addProduct(p, design.subarray(i * width, (i + 1) * width), coefficients)
      for (const { from, to, prevalence } of groups) for (let d = from; d < to; d++) p[d] = prevalence(p[d])
      visit(start + i, p)
    }
    await pause?.(end / longitude.length)
  }
}

/** p += x·B, B's rows one after the other; four rows at a time nearly halve the time. */
function addProduct(p: Float64Array, x: Float64Array, b: Float64Array): void {
  const n = p.length
  const fours = x.length - (x.length % 4)
  for (let c = 0; c < fours; c += 4) {
    const [x0, x1, x2, x3] = [x[c], x[c + 1], x[c + 2], x[c + 3]]
    const [r0, r1, r2, r3] = [c * n, (c + 1) * n, (c + 2) * n, (c + 3) * n]
    for (let d = 0; d < n; d++) p[d] += x0 * b[r0 + d] + x1 * b[r1 + d] + x2 * b[r2 + d] + x3 * b[r3 + d]
  }
  for (let c = fours; c < x.length; c++) {
    const from = c * n
    for (let d = 0; d < n; d++) p[d] += x[c] * b[from + d]
  }
}
