import { findParameters, fitAt, type GpFit, type GpOptions } from '#service/modelling/inference/gp.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import { LatentModel } from '#service/modelling/inference/latent-model.ts'
import { latentShape } from '#service/modelling/components/latent-shape.ts'
import type { ModelStart } from '#service/modelling/model-parameters.ts'

export async function fitGp(data: ClusterData, names: string[], options: GpOptions): Promise<GpFit> {
  const { model, theta } = await findParameters(data, names, options)
  return fitAt(model, theta)
}

/** The model with its parameters given, at Laplace's mode: what the reference figures are of. */
export function gpAtMode(data: ClusterData, names: string[], parameters: ModelStart): GpFit {
  const model = new LatentModel(latentShape(data, names, true))
  const theta = Float64Array.from(parameters)
  return fitAt(model, theta, model.mode(theta))
}
