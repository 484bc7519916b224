import { latentShape } from '#service/modelling/components/latent-shape.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import type { Choices } from '#service/modelling/inference/choose-fit.ts'
import { fieldOf, placesOn } from '#service/modelling/inference/field.ts'
import { LatentModel } from '#service/modelling/inference/latent-model.ts'
import { latticesOver, planeAbout, type Places } from '#service/modelling/inference/lattice-choice.ts'
import {
  type FindOptions,
  findOnLattice,
  fitAt,
  type LatticeFit,
} from '#service/modelling/inference/lattice-fit.ts'
import type { ModelStart } from '#service/modelling/model-parameters.ts'
import { latticeAround, nodesByPlace } from '#service/modelling/components/surface/lattice.ts'
import { centreOf, extentKm, localPlane } from '#service/modelling/numerics/sphere.ts'

/** Of a fit with lines, binomial counts and no density. */
export const CHOICES: Choices = {
  method: 'gp',
  start: { theta: [] },
  density: null,
  usesDensity: false,
  overdispersion: null,
}

export async function fitGp(data: ClusterData, names: string[], options: FindOptions): Promise<LatticeFit> {
  const { model, lattice, theta } = await findOnLattice(data, names, options)
  return fitAt(model, lattice.centre, theta)
}

/** A fit on a small lattice, for tests of what is computed from its evidence: an evaluation costs a fifth. */
export async function smallFit(data: ClusterData, names: string[], curves = false): Promise<LatticeFit> {
  const { typical, points } = latentShape(data, names, true, { curves })
  const extent = extentKm(points)
  const centre = centreOf(points)
  const { nodeAt: _, ...around } = latticeAround(localPlane(points, centre), extent / 10, 0.3 * extent)
  const lattice = { ...around, centre }
  const options = { strict: true, curves }
  // Twice: a start has the tolerance of a fold.
  const first = await findOnLattice(data, names, { ...options, start: { theta: [...typical], lattice } })
  const start = { theta: [...first.theta], inverse: first.inverse, lattice }
  const { model, theta } = await findOnLattice(data, names, { ...options, start })
  return fitAt(model, lattice.centre, theta)
}

/** The model on a lattice that suits its range, with its parameters given. */
export function gpAt(
  data: ClusterData,
  names: string[],
  parameters: ModelStart,
  covers: readonly Places[] = [],
): LatticeFit {
  const shape = latentShape(data, names, true)
  const { lattice } = latticesOver([data, ...covers], extentKm(shape.points)).latticeFor(
    Math.exp(parameters[1]),
  )
  const field = fieldOf({ ...lattice, nodeAt: nodesByPlace(lattice) })
  const model = new LatentModel(shape, field, placesOn(field, planeAbout(lattice.centre, data)))
  return fitAt(model, lattice.centre, Float64Array.from(parameters))
}
