import type { LatentModel } from './latent-model.ts'
import { cholesky, inverseFromCholesky } from './linear-algebra.ts'
import type { ModelStart } from './model-parameters.ts'

export interface DesignPoint {
  parameters: ModelStart
  /** Share of the posterior that the point represents; the shares add up to 1. */
  weight: number
}

/** Radius of the points in standard deviations, over √3 (R-INLA's choice). */
const RADIUS = 1.1
/** Step of the finite differences for the Hessian, in logs. */
const STEP = 0.15
/** The length scale first: with a triangular root it takes only five values, and kriging weights depend on it alone. */
const ORDER = [1, 0, 2] as const

const SIGNS = [-1, 1]
/** Centre, axes and corners of a central composite design in three dimensions, all except the centre at one radius. */
const COMPOSITE: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  ...[0, 1, 2].flatMap((axis) =>
    SIGNS.map((sign) => [0, 1, 2].map((at) => (at === axis ? sign * RADIUS * Math.sqrt(3) : 0)) as never),
  ),
  ...SIGNS.flatMap((a) =>
    SIGNS.flatMap((b) => SIGNS.map((c) => [a * RADIUS, b * RADIUS, c * RADIUS] as const)),
  ),
]

/**
 * Points and weights that integrate the covariance parameters out: a central composite design about the mode `theta` of
 * the penalised evidence, scaled by its Hessian, each point importance-weighted by the evidence there. The base weights
 * integrate a Gaussian's mass and second moments exactly. Smoothness parameters stay at the mode. Rue, Martino and Chopin 2009, section 6.5. Only the centre if
 * the evidence has no usable curvature.
 */
export async function parameterDesign(
  model: LatentModel,
  theta: ModelStart,
  pause?: () => Promise<void>,
): Promise<DesignPoint[]> {
  const centre = [{ parameters: theta, weight: 1 }]
  const root = await posteriorRoot(model, theta, pause)
  if (!root) return centre
  const peak = model.logPosterior(Float64Array.from(theta))
  if (peak === null) return centre
  const points: DesignPoint[] = []
  for (const z of COMPOSITE) {
    await pause?.()
    const parameters = [...theta]
    ORDER.forEach((parameter, row) => {
      for (let column = 0; column <= row; column++)
        parameters[parameter] += root[3 * row + column] * z[column]
    })
    const value = model.logPosterior(Float64Array.from(parameters))
    if (value === null) continue
    const isCentre = points.length === 0
    const base = isCentre ? 1 - 1 / RADIUS ** 2 : 1 / (RADIUS ** 2 * (COMPOSITE.length - 1))
    const squares = z[0] ** 2 + z[1] ** 2 + z[2] ** 2
    points.push({ parameters, weight: base * Math.exp(Math.min(value - peak, 0) + squares / 2) })
  }
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  return points.map(({ parameters, weight }) => ({ parameters, weight: weight / total }))
}

/** Lower triangle C with C·C' = the inverse of minus the Hessian, rows in `ORDER`; null where that is not defined. */
async function posteriorRoot(
  model: LatentModel,
  theta: ModelStart,
  pause?: () => Promise<void>,
): Promise<Float64Array | null> {
  const curvature = new Float64Array(9)
  for (let row = 0; row < 3; row++) {
    const gradients: Float64Array[] = []
    for (const sign of SIGNS) {
      await pause?.()
      const moved = Float64Array.from(theta)
      moved[ORDER[row]] += sign * STEP
      const evaluation = model.evaluate(moved)
      if (!evaluation) return null
      gradients.push(evaluation.gradient)
    }
    for (let column = 0; column < 3; column++) {
      const slope = (gradients[0][ORDER[column]] - gradients[1][ORDER[column]]) / (2 * STEP)
      curvature[3 * row + column] += slope / 2
      curvature[3 * column + row] += slope / 2
    }
  }
  const factor = curvature.slice()
  if (!cholesky(factor, 3)) return null
  const root = inverseFromCholesky(factor, 3)
  return cholesky(root, 3) ? root : null
}

/** Whole numbers of draws in proportion to the weights, `draws` in all: largest remainders first. */
export function allocateDraws(points: readonly DesignPoint[], draws: number): number[] {
  const exact = points.map(({ weight }) => weight * draws)
  const counts = exact.map(Math.floor)
  const rest = draws - counts.reduce((sum, count) => sum + count, 0)
  const byRemainder = [...exact.keys()].toSorted(
    (a, b) => exact[b] - counts[b] - (exact[a] - counts[a]) || a - b,
  )
  for (const index of byRemainder.slice(0, rest)) counts[index]++
  return counts
}
