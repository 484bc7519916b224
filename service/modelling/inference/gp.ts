import type { LaplaceMode } from './laplace.ts'
import { LatentModel } from './latent-model.ts'
import { COVARIANCES, latentShape, type LatentShape } from '../components/latent-shape.ts'
import { ModelError } from '../model-error.ts'
import { maximise } from '../numerics/optimise.ts'
import type { ClusterData } from '../folds/fold-types.ts'
import type { FitStart, ModelStart } from '../model-parameters.ts'

export interface GpFit extends LatentShape {
  parameters: ModelStart
  sd: number
  lengthScaleKm: number
  clusterSd: number
  /** Matérn correlation of the clusters, n·n. */
  correlation: Float64Array
  /** Mean of the latent values with what predictions and draws need of it. */
  mode: LaplaceMode
}

/** Shifts of the log length scale from its prior median, where a cold fit starts: a local optimum fools one, not both. */
const COLD_STARTS = [0, -1.2]

const COLD = { gradientTolerance: 0.02, valueTolerance: 0.002 }
/** Near a known optimum: the parameters end within a tenth of their standard errors, in half the evaluations. */
const WARM = { gradientTolerance: 0.1, valueTolerance: 0.01 }

export interface GpOptions {
  /** Parameters of a similar fit; those of curves that it did not have start at their prior medians. */
  start?: FitStart
  strict: boolean
  /** A penalised spline besides the line of each covariate. */
  curves?: boolean
  /** rho of beta-binomial counts. */
  overdispersion?: number
  /** Steps of the search for parameters. */
  maxIterations?: number
  /** Awaited between evaluations. */
  pause?: () => Promise<void>
}

/** A model with its most probable parameters, and the inverse Hessian there as the search approximated it. */
export interface FoundParameters {
  model: LatentModel
  theta: Float64Array
  inverse: Float64Array[]
}

/**
 * The penalised maximum of Laplace's evidence over sd, length scale, cluster sd and the smoothness of curves. Throws
 * ModelError where the data cannot carry the model.
 */
export async function findParameters(
  data: ClusterData,
  names: string[],
  { start, strict, curves, overdispersion, maxIterations = 40, pause }: GpOptions,
): Promise<FoundParameters> {
  const shape = latentShape(data, names, strict, { curves, overdispersion })
  const model = new LatentModel(shape)
  const { typical } = shape
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
  return { model, theta: best.point, inverse: best.inverse }
}

/** The inverse Hessian of the parameters that both models have; the others vary as by their prior, about 1. */
const resized = (inverse: readonly Float64Array[], size: number): Float64Array[] =>
  Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => inverse[i]?.[j] ?? (i === j ? 1 : 0)),
  )

/** The fit of given parameters. It shares its matrices with the model: it holds until the model is used again. */
export function fitAt(model: LatentModel, theta: Float64Array, mode = model.mean(theta)): GpFit {
  return {
    ...model.shape,
    coefficientVariance: model.coefficientVariance(theta),
    parameters: [...theta],
    sd: Math.exp(theta[0]),
    lengthScaleKm: Math.exp(theta[1]),
    clusterSd: Math.exp(theta[2]),
    correlation: model.correlation,
    mode,
  }
}
