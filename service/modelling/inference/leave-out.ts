import { membersOf } from '../folds/fold-split.ts'
import { ModelError } from '../model-error.ts'
import { solveBordered } from './bordered-factor.ts'
import { factorOf, linearAt, rightSide } from './normal-equations.ts'
import { type LatticePlaces, surfaceAt } from './field.ts'
import type { LatentModel } from './latent-model.ts'
import type { Mode } from './mode.ts'
import { variancesOf } from './predictions.ts'

export interface HeldOut {
  mean: Float64Array
  sd: Float64Array
}

/** Values of one more column of the design, and the prior variance of its coefficient. */
export interface ExtraColumn {
  values: Float64Array
  variance: number
}

/**
 * Latent values of each cluster given the clusters outside its fold, parameters held: the field given the pseudo-data
 * z = eta + W⁻¹∇log p of the other folds, a factor per fold. Exact for a Gaussian likelihood; for counts, the
 * leave-group-out approximation of Liu and Rue, arXiv 2210.04482. Cluster effects are part of the values. NaN for a fold
 * without a factor. `column` adds one to the design, its coefficient with the prior variance `variance`; W and z stay.
 */
export function leaveOut(
  model: LatentModel,
  { theta, eta, slope, curvature }: Mode,
  fold: Int32Array,
  folds: number,
  column?: ExtraColumn,
): HeldOut {
  const { surface, clusterVariance, coefficientVariance } = model.parametersOf(theta)
  const q = model.field.precision.at(surface)
  const own = model.equations()
  const equations = column
    ? { ...own, design: withColumn(own.design, own.width, column.values), width: own.width + 1 }
    : own
  const precision = Float64Array.from(
    column ? [...coefficientVariance, column.variance] : coefficientVariance,
    (variance) => 1 / variance,
  )
  const n = fold.length
  const weight = curvature.map((w) => w / (1 + clusterVariance * w))
  const pseudoData = eta.map(
    (value, i) => (curvature[i] * value + slope[i]) / (1 + clusterVariance * curvature[i]),
  )
  const held = { mean: new Float64Array(n).fill(Number.NaN), sd: new Float64Array(n).fill(Number.NaN) }
  for (let wanted = 0; wanted < folds; wanted++) {
    const others = (values: Float64Array) => values.map((value, i) => (fold[i] === wanted ? 0 : value))
    let factor
    try {
      factor = factorOf(equations, q, others(weight), precision)
    } catch (error) {
      // Rounding, where a cluster has almost no information.
      if (error instanceof ModelError) continue
      throw error
    }
    const right = rightSide(equations, others(pseudoData))
    const { x, y } = solveBordered(factor, right.nodes, right.columns)
    const members = membersOf(fold, wanted, true)
    const places = placesAt(model.places, members)
    const design = rowsAt(equations.design, equations.width, members)
    const mean = linearAt(surfaceAt(places, x), design, y)
    const variance = variancesOf(factor, places, design)
    members.forEach((i, at) => {
      held.mean[i] = mean[at]
      held.sd[i] = Math.sqrt(Math.max(variance[at], 0) + clusterVariance)
    })
  }
  return held
}

function withColumn(design: Float64Array, width: number, values: Float64Array): Float64Array {
  const wider = new Float64Array(values.length * (width + 1))
  values.forEach((value, i) => {
    wider.set(design.subarray(i * width, (i + 1) * width), i * (width + 1))
    wider[i * (width + 1) + width] = value
  })
  return wider
}

function rowsAt<T extends Float64Array | Int32Array>(values: T, width: number, members: Int32Array): T {
  const rows = values.slice(0, members.length * width) as T
  members.forEach((i, at) => rows.set(values.subarray(i * width, (i + 1) * width), at * width))
  return rows
}

const placesAt = ({ nodes, weights, slots }: LatticePlaces, members: Int32Array): LatticePlaces => ({
  count: members.length,
  nodes: rowsAt(nodes, 3, members),
  weights: rowsAt(weights, 3, members),
  slots: rowsAt(slots, 6, members),
})
