import type { LaplaceMode } from './laplace.ts'
import { LatentModel, latentShape, type LatentShape } from './latent-model.ts'
import { ModelError } from './model-error.ts'
import { maximise } from './optimise.ts'
import type { ClusterData } from './fold-types.ts'
import type { LogParameters } from './model-parameters.ts'

export interface GpFit extends LatentShape {
  parameters: LogParameters
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

/**
 * Fits the binomial Gaussian process: sd, length scale and cluster sd by penalised maximum of
 * Laplace's evidence, the mean of the latent values by a variational step. `start` makes it a warm fit. `pause` is awaited between evaluations. Throws ModelError where the data cannot
 * carry the model.
 */
export async function fitGp(
  data: ClusterData,
  names: string[],
  options: { start?: LogParameters; strict: boolean; pause?: () => Promise<void> },
): Promise<GpFit> {
  const shape = latentShape(data, names, options.strict)
  const model = new LatentModel(shape)
  const [logSd, logLength, logClusterSd] = shape.priorCentre
  const starts = options.start
    ? [Float64Array.from(options.start)]
    : COLD_STARTS.map((shift) => Float64Array.of(logSd, logLength + shift, logClusterSd))
  let best: { point: Float64Array; value: number } | null = null
  for (const start of starts) {
    const found = await maximise((theta) => model.evaluate(theta), start, {
      maxIterations: 40,
      gradientTolerance: 0.02,
      valueTolerance: 0.002,
      maxStep: 1,
      pause: options.pause,
    })
    if (found && (!best || found.value > best.value + 1e-6)) best = found
  }
  if (!best) {
    throw new ModelError('The model could not be fitted to these clusters; look for extreme covariates.')
  }
  return fitAt(model, best.point)
}

/** The model with its parameters given, at Laplace's mode: what the reference figures are of. */
export function gpAtMode(data: ClusterData, names: string[], parameters: LogParameters): GpFit {
  const model = new LatentModel(latentShape(data, names, true))
  const theta = Float64Array.from(parameters)
  return fitAt(model, theta, model.mode(theta))
}

/** The fit of given parameters. It shares its matrices with the model: it holds until the model is used again. */
export function fitAt(model: LatentModel, theta: Float64Array, mode = model.mean(theta)): GpFit {
  return {
    ...model.shape,
    parameters: [theta[0], theta[1], theta[2]],
    sd: Math.exp(theta[0]),
    lengthScaleKm: Math.exp(theta[1]),
    clusterSd: Math.exp(theta[2]),
    correlation: model.correlation,
    mode,
  }
}
