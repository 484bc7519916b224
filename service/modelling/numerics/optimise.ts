export interface Evaluation {
  value: number
  gradient: Float64Array
}

interface OptimiseOptions {
  maxIterations: number
  /** Stop when every component of the gradient is below this. */
  gradientTolerance: number
  /** Stop when an iteration gains less than this. */
  valueTolerance: number
  maxStep: number
  /** Inverse Hessian of −f at a similar optimum; without it, the first step is short. */
  inverse?: Float64Array[] | undefined
  /** The value of `evaluate` alone, for points that the line search may reject. */
  valueAt: (point: Float64Array) => number | null
  /** Awaited before each evaluation: yields to the event loop, and allows cancelling. */
  pause?: () => Promise<void>
}

interface Maximum {
  point: Float64Array
  value: number
  /** BFGS's approximation of the inverse Hessian of −f. */
  inverse: Float64Array[]
  iterations: number
}

/**
 * Maximises a smooth function of a few variables by BFGS with a backtracking (Armijo) line search (Nocedal and Wright
 * 2006, algorithm 6.1). `evaluate` may return null where the function is not defined.
 */
export async function maximise(
  evaluate: (point: Float64Array) => Evaluation | null,
  start: Float64Array,
  options: OptimiseOptions,
): Promise<Maximum | null> {
  const size = start.length
  await options.pause?.()
  let point: Float64Array = start.slice()
  let current = evaluate(point)
  if (!current) return null
  let inverse = options.inverse ?? scaledIdentity(size, 0.05)
  let iterations = 0

  for (; iterations < options.maxIterations; iterations++) {
    if (current.gradient.every((slope) => Math.abs(slope) < options.gradientTolerance)) break
    let direction = apply(inverse, current.gradient)
    let slope = inner(direction, current.gradient)
    if (!(slope > 0)) {
      inverse = scaledIdentity(size, 0.05)
      direction = apply(inverse, current.gradient)
      slope = inner(direction, current.gradient)
    }
    const longest = Math.max(...direction.map(Math.abs))
    let step = Math.min(1, options.maxStep / longest)
    let next: Evaluation | null = null
    let candidate = point
    for (let halving = 0; halving < 12; halving++, step *= 0.4) {
      const scale = step
      candidate = point.map((value, index) => value + scale * direction[index])
      await options.pause?.()
      const value = options.valueAt(candidate)
      if (value !== null && value >= current.value + 1e-4 * step * slope) {
        next = evaluate(candidate)
        break
      }
    }
    if (!next) break
    const gain = next.value - current.value
    const moved = candidate.map((value, index) => value - point[index])
    const bent = next.gradient.map((value, index) => current!.gradient[index] - value)
    inverse = updated(inverse, moved, bent, !options.inverse && iterations === 0)
    point = candidate
    current = next
    if (gain < options.valueTolerance) break
  }
  return { point, value: current.value, inverse, iterations }
}

function scaledIdentity(size: number, scale: number): Float64Array[] {
  return Array.from({ length: size }, (_, row) => {
    const values = new Float64Array(size)
    values[row] = scale
    return values
  })
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index] * b[index]
  return sum
}

function apply(matrix: Float64Array[], vector: Float64Array): Float64Array {
  return Float64Array.from(matrix, (row) => inner(row, vector))
}

/** BFGS update of the inverse Hessian of −f, skipped if the curvature along the step is not positive. */
function updated(
  inverse: Float64Array[],
  moved: Float64Array,
  bent: Float64Array,
  first: boolean,
): Float64Array[] {
  const curvature = inner(moved, bent)
  if (!(curvature > 1e-10 * Math.sqrt(inner(moved, moved) * inner(bent, bent)))) return inverse
  const base = first ? scaledIdentity(moved.length, curvature / inner(bent, bent)) : inverse
  const along = apply(base, bent)
  const factor = (1 + inner(bent, along) / curvature) / curvature
  return base.map((row, i) =>
    row.map(
      (value, j) =>
        value + factor * moved[i] * moved[j] - (along[i] * moved[j] + moved[i] * along[j]) / curvature,
    ),
  )
}
