import type { Evidence } from './search.ts'
import { COVARIANCES } from '../components/components.ts'
import { cholesky, inverseFromCholesky } from '../numerics/linear-algebra.ts'
import type { Interval, ModelStart } from '../model-parameters.ts'
import { marginalIntervals, type PosteriorDrops } from './parameter-marginals.ts'

export interface DesignPoint {
  parameters: ModelStart
  /** Its place in the composite design, in standard deviations of the covariance parameters. */
  z: readonly number[]
  /** Share of the posterior that the point represents; the shares add up to 1. */
  weight: number
}

export interface ParameterDesign {
  /** The centre alone if the evidence has no usable curvature. */
  points: DesignPoint[]
  /** 95 % intervals of the logs of sd, range and cluster sd; null with the centre alone. */
  intervals: Interval[] | null
  /** Posterior standard deviations of the log sds of curves. */
  curveSds: number[]
}

/** Radius of the points in standard deviations, over √3 (R-INLA's choice). */
const RADIUS = 1.1
/** Step of the finite differences for the Hessian, in logs. */
const STEP = 0.15
/** Maximum distance of the smoothness of curves from the centre, at the corners, in standard deviations. */
const MAX_REACH = 2
/** The range first: with a triangular root it takes only five values, and log |Q| depends on it alone but for the sd. */
const ORDER = [1, 0, 2] as const

/** Where tails are evaluated, in standard deviations, and the log posterior where it is not defined, below the mode's. */
const FAR = 3.5
const LOWEST = -50

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
 * integrate a Gaussian's mass and second moments exactly. Rue, Martino and Chopin 2009, section 6.5. The smoothness of
 * curves varies over the corners (`spreadSmoothness`).
 */
export async function parameterDesign(
  model: Evidence,
  theta: ModelStart,
  pause?: () => Promise<void>,
): Promise<ParameterDesign> {
  const centre = { points: [{ parameters: theta, z: [0, 0, 0], weight: 1 }], intervals: null, curveSds: [] }
  const root = await posteriorRoot(model, theta, pause)
  if (!root) return centre
  const peak = model.logPosterior(Float64Array.from(theta))
  if (peak === null) return centre
  const columns = [0, 1, 2]
  const parametersAt = (z: readonly number[]) => {
    const parameters = [...theta]
    ORDER.forEach((parameter, row) => {
      for (let column = 0; column <= row; column++)
        parameters[parameter] += root[3 * row + column] * z[column]
    })
    return parameters
  }
  const points: (DesignPoint & { drop: number })[] = []
  for (const z of COMPOSITE) {
    await pause?.()
    const parameters = parametersAt(z)
    const value = model.logPosterior(Float64Array.from(parameters))
    if (value === null) continue
    const isCentre = points.length === 0
    const base = isCentre ? 1 - 1 / RADIUS ** 2 : 1 / (RADIUS ** 2 * (COMPOSITE.length - 1))
    const squares = z[0] ** 2 + z[1] ** 2 + z[2] ** 2
    const weight = base * Math.exp(Math.min(value - peak, 0) + squares / 2)
    points.push({ parameters, z, weight, drop: value - peak })
  }
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  const design = points.map(({ parameters, z, weight }) => ({ parameters, z, weight: weight / total }))
  const curveSds = await smoothnessSds(model, theta, peak, pause)

  const dropAt = async (z: readonly number[]) => {
    await pause?.()
    const value = model.logPosterior(Float64Array.from(parametersAt(z)))
    return value === null ? LOWEST : value - peak
  }
  const dropOf = (z: readonly number[]) =>
    points.find((point) => point.z.every((value, axis) => Math.abs(value - z[axis]) < 1e-9))?.drop ?? LOWEST
  const onAxis = (axis: number, distance: number) => columns.map((other) => (other === axis ? distance : 0))
  const near = RADIUS * Math.sqrt(3)
  const axes: PosteriorDrops['axes'][number][] = []
  for (const axis of columns) {
    const [below, above] = [await dropAt(onAxis(axis, -FAR)), await dropAt(onAxis(axis, FAR))]
    axes.push({
      below: { near: dropOf(onAxis(axis, -near)), far: below },
      above: { near: dropOf(onAxis(axis, near)), far: above },
    })
  }
  const corners = COMPOSITE.filter((z) => z.every(Boolean)).map((z) => ({
    signs: z.map(Math.sign),
    drop: dropOf(z),
  }))
  const rows = columns.map((parameter) => {
    const row = ORDER.indexOf(parameter as never)
    return columns.map((column) => (column <= row ? root[3 * row + column] : 0))
  })
  return {
    points: spreadSmoothness(design, curveSds),
    intervals: marginalIntervals(theta.slice(0, COVARIANCES), rows, {
      near,
      far: FAR,
      corner: RADIUS,
      axes,
      corners,
    }),
    curveSds,
  }
}

/** Step for the curvature of the evidence by the log of a curve's sd, which is flat where the curve is nearly a line. */
const SMOOTHNESS_STEP = 0.5
/** The prior alone has curvature 1; less would be a posterior wider than the prior. */
const LEAST_CURVATURE = 1

/** Posterior standard deviations of the log sds of curves, the other parameters held. */
async function smoothnessSds(
  model: Evidence,
  theta: ModelStart,
  peak: number,
  pause?: () => Promise<void>,
): Promise<number[]> {
  const sds: number[] = []
  for (let index = COVARIANCES; index < theta.length; index++) {
    let drop = 0
    for (const sign of SIGNS) {
      await pause?.()
      const moved = Float64Array.from(theta).fill(theta[index] + sign * SMOOTHNESS_STEP, index, index + 1)
      drop += peak - (model.logPosterior(moved) ?? -Infinity)
    }
    sds.push(1 / Math.sqrt(Math.max(drop / SMOOTHNESS_STEP ** 2, LEAST_CURVATURE)))
  }
  return sds
}

/** Interactions of a corner's coordinates: each adds up to 0 over the corners, also times any coordinate or other one. */
const INTERACTIONS: readonly (readonly number[])[] = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
]

/**
 * Adds the uncertainty of the curves' smoothness without adding points: at each corner, every log sd moves up or down by
 * the sign of one interaction of the corner's coordinates, so far that its variance over all points is that of its
 * Gaussian posterior. Uncorrelated with the covariance parameters and, up to four curves, with each other.
 */
export function spreadSmoothness(design: DesignPoint[], sds: readonly number[]): DesignPoint[] {
  if (sds.length === 0) return design
  const corners = design.reduce((sum, { z, weight }) => (z.every(Boolean) ? sum + weight : sum), 0)
  if (!(corners > 0)) return design
  const reach = Math.min(1 / Math.sqrt(corners), MAX_REACH)
  return design.map((point) => {
    if (!point.z.every(Boolean)) return point
    const parameters = point.parameters.map((value, index) => {
      if (index < COVARIANCES) return value
      const curve = index - COVARIANCES
      const interaction = INTERACTIONS[curve % INTERACTIONS.length]
      const sign = interaction.reduce((product, axis) => product * Math.sign(point.z[axis]), 1)
      return value + sign * reach * sds[curve]
    })
    return { ...point, parameters }
  })
}

/** Lower triangle C with C·C' = the inverse of minus the Hessian, rows in `ORDER`; null where that is not defined. */
async function posteriorRoot(
  model: Evidence,
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
export function allocateDraws(points: readonly { weight: number }[], draws: number): number[] {
  const exact = points.map(({ weight }) => weight * draws)
  const counts = exact.map(Math.floor)
  const rest = draws - counts.reduce((sum, count) => sum + count, 0)
  const byRemainder = [...exact.keys()].toSorted(
    (a, b) => exact[b] - counts[b] - (exact[a] - counts[a]) || a - b,
  )
  for (const index of byRemainder.slice(0, rest)) counts[index]++
  return counts
}
