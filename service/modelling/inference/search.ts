import { COVARIANCES } from '../components/components.ts'
import type { LatentShape } from '../components/latent-shape.ts'
import { ModelError } from '../model-error.ts'
import type { FitStart } from '../model-parameters.ts'
import { type Evaluation, maximise } from '../numerics/optimise.ts'

/** Shifts of the log range from its prior median, where a cold fit starts: a local optimum fools one, not both. */
const COLD_STARTS = [0, -1.2]

const COLD = { gradientTolerance: 0.02, valueTolerance: 0.002 }
/** Near a known optimum: the parameters end within a tenth of their standard errors, in half the evaluations. */
const WARM = { gradientTolerance: 0.1, valueTolerance: 0.01 }

interface SearchOptions {
  /** Parameters of a similar fit; those of curves that it did not have start at their prior medians. */
  start?: FitStart | undefined
  /** Steps of the search for parameters. */
  maxIterations?: number
  /** Awaited between evaluations. */
  pause?: () => Promise<void>
}

/** Evidence and priors, as a function of the parameters. */
export interface Evidence {
  evaluate(theta: Float64Array): Evaluation | null
  logPosterior(theta: Float64Array): number | null
}

/** The most probable parameters, and the inverse Hessian there as the search approximated it. */
export interface FoundParameters {
  theta: Float64Array
  inverse: Float64Array[]
}

/**
 * The penalised maximum of Laplace's evidence over sd, range, cluster sd and the smoothness of curves. Throws
 * ModelError where the data cannot carry the model.
 */
export async function searchParameters(
  model: Evidence,
  { typical }: Pick<LatentShape, 'typical'>,
  { start, maxIterations = 40, pause }: SearchOptions,
): Promise<FoundParameters> {
  const isSameSize = start?.theta.length === typical.length
  const theta = isSameSize ? start.theta : start?.theta.slice(0, COVARIANCES)
  const starts = theta
    ? [typical.map((centre, index) => theta[index] ?? centre)]
    : COLD_STARTS.map((shift) => typical.map((centre, index) => centre + (index === 1 ? shift : 0)))
  let best: Awaited<ReturnType<typeof maximise>> = null
  for (const from of starts) {
    const found = await maximise((theta) => model.evaluate(theta), from, {
      maxIterations,
      ...(start ? WARM : COLD),
      maxStep: 1,
      inverse: start?.inverse && resized(start.inverse, typical.length),
      valueAt: (theta) => model.logPosterior(theta),
      pause,
    })
    if (found && (!best || found.value > best.value + 1e-6)) best = found
  }
  if (!best) {
    throw new ModelError('The model could not be fitted to these clusters; look for extreme covariates.')
  }
  return { theta: best.point, inverse: best.inverse }
}

/** The inverse Hessian of the parameters that both models have; the others vary as by their prior, about 1. */
const resized = (inverse: readonly Float64Array[], size: number): Float64Array[] =>
  Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => inverse[i]?.[j] ?? (i === j ? 1 : 0)),
  )
