import type { AdminEstimate, AdminUnits } from '../units/admin-types.ts'
import type { PriorSensitivity, SensitiveFigure } from '../diagnostics-types.ts'
import type { PriorAlternative } from '../model.ts'

/**
 * The national figure and the units that change most if the draws weigh as under each alternative. Levels and
 * `unitDraws` (unit u, draw d at [u·draws + d]) in the same order. Where the limits of `estimates` lie beyond those of
 * the draws, as without a case, they hold under every prior.
 */
export function priorSensitivity(
  alternatives: readonly PriorAlternative[],
  levels: readonly AdminUnits[],
  unitDraws: readonly Float64Array[],
  draws: number,
  estimates: readonly AdminEstimate[] = [],
): PriorSensitivity[] {
  const even = new Float64Array(draws).fill(1)
  const figures = levels
    .flatMap(({ level, unitCount }, at) =>
      Array.from({ length: unitCount }, (_, unit) => {
        const own = unitDraws[at].subarray(unit * draws, (unit + 1) * draws)
        const order = Uint32Array.from(own.keys()).sort((a, b) => own[a] - own[b])
        const drawn = summaryOf(own, order, even)
        const limits = estimates.find((one) => one.level === level && one.unit === unit)
        const least = (limits?.modelledLower ?? Infinity) < drawn.lower ? limits!.modelledLower! : Infinity
        const most = (limits?.modelledUpper ?? -Infinity) > drawn.upper ? limits!.modelledUpper! : -Infinity
        const within = (weights: Float64Array) => {
          const { mean, lower, upper } = summaryOf(own, order, weights)
          return { mean, lower: Math.min(lower, least), upper: Math.max(upper, most) }
        }
        return { level, unit, drawn, within, base: within(even) }
      }),
    )
    .filter(({ drawn }) => !Number.isNaN(drawn.mean))
  return alternatives.map(({ variance, range, weights }) => {
    const factors = { variance_factor: variance, length_scale_factor: range }
    if (!weights) return { ...factors, national: null, unit_mean: null, unit_interval: null }
    const moved = figures.map(({ level, unit, base, within }): SensitiveFigure => ({
      level,
      unit,
      before: base,
      after: within(weights),
    }))
    const units = moved.filter(({ level }) => level !== 0)
    return {
      ...factors,
      national: moved.find(({ level }) => level === 0) ?? null,
      unit_mean: largest(units, ({ before, after }) => Math.abs(after.mean - before.mean)),
      unit_interval: largest(units, ({ before, after }) =>
        Math.max(Math.abs(after.lower - before.lower), Math.abs(after.upper - before.upper)),
      ),
    }
  })
}

function largest(
  figures: SensitiveFigure[],
  change: (figure: SensitiveFigure) => number,
): SensitiveFigure | null {
  return figures.reduce<SensitiveFigure | null>(
    (most, figure) => (most === null || change(figure) > change(most) ? figure : most),
    null,
  )
}

function summaryOf(
  values: Float64Array,
  order: Uint32Array,
  weights: Float64Array,
): SensitiveFigure['before'] {
  let sum = 0
  for (let d = 0; d < values.length; d++) sum += weights[d] * values[d]
  return {
    mean: sum / values.length,
    lower: weightedQuantile(values, order, weights, 0.025),
    upper: weightedQuantile(values, order, weights, 0.975),
  }
}

/**
 * Quantile with weights of mean 1 by the order of the values: the i-th is at Σ_{j≤i} w_j/(n + 1), so that equal weights
 * give `sortedQuantile`.
 */
export function weightedQuantile(
  values: Float64Array,
  order: Uint32Array,
  weights: Float64Array,
  share: number,
): number {
  const wanted = share * (values.length + 1)
  let at = 0
  for (let i = 0; i < order.length; i++) {
    const weight = weights[order[i]]
    if (at + weight >= wanted) {
      if (i === 0) return values[order[0]]
      return values[order[i - 1]] + ((wanted - at) / weight) * (values[order[i]] - values[order[i - 1]])
    }
    at += weight
  }
  return values[order[order.length - 1]]
}
