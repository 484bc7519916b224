import { latentShape } from '../components/latent-shape.ts'
import { extentKm } from '../numerics/sphere.ts'
import { nodesByPlace } from '../components/surface/lattice.ts'
import type { ClusterData } from '../folds/fold-types.ts'
import type { FitStart } from '../model-parameters.ts'
import type { LatentFit } from './latent-fit.ts'
import type { ExtraColumn } from './leave-out.ts'
import { searchParameters, type FoundParameters } from './search.ts'
import { latticesOver, type PlanarLattice, planeAbout, type Places } from './lattice-choice.ts'
import { placesOn, type Field, fieldOf } from './field.ts'
import { LatentModel } from './latent-model.ts'
import { leaveOut } from './leave-out.ts'
import { variationalMean } from './variational.ts'
import type { Mode } from './mode.ts'

export interface LatticeFit extends LatentFit {
  model: LatentModel
  centre: PlanarLattice['centre']
  mode: Mode
}

/** Options of a search for parameters. */
export interface FindOptions {
  /** Parameters of a similar fit; those of curves that it did not have start at their prior medians. */
  start?: FitStart
  strict: boolean
  /** A penalised spline besides the line of each covariate. */
  curves?: boolean
  /** rho of beta-binomial counts. */
  overdispersion?: number
  /** Steps of the search for parameters. */
  maxIterations?: number
  /** Where predictions are wanted besides the clusters. */
  covers?: Places | undefined
  /** Awaited between evaluations. */
  pause?: () => Promise<void>
}

/** Refits on a finer or wider lattice at most. */
const MOST_LATTICES = 4

/** The last field; folds and refits share it, and a thread works on one layer at a time. */
let last: { lattice: PlanarLattice; field: Field } | null = null

function fieldOn(lattice: PlanarLattice): Field {
  const { spacingKm, x0, y0, columns } = lattice
  const isSame =
    last !== null &&
    last.lattice.spacingKm === spacingKm &&
    last.lattice.x0 === x0 &&
    last.lattice.y0 === y0 &&
    last.lattice.columns.length === columns.length &&
    last.lattice.centre.every((value, axis) => value === lattice.centre[axis])
  if (!isSame) last = { lattice, field: fieldOf({ ...lattice, nodeAt: nodesByPlace(lattice) }) }
  return last!.field
}

/**
 * The most probable parameters on a lattice that suits their range: first on one for typical ranges, then refitted on
 * finer or wider ones. With a lattice in `start`, on that. Throws ModelError where the data cannot carry the model.
 */
export async function findOnLattice(data: ClusterData, names: string[], options: FindOptions) {
  const { start, strict, curves, overdispersion, covers } = options
  const shape = latentShape(data, names, strict, { curves, overdispersion })
  const modelOn = (lattice: PlanarLattice) => {
    const field = fieldOn(lattice)
    return new LatentModel(shape, field, placesOn(field, planeAbout(lattice.centre, data)))
  }
  if (start?.lattice) {
    const model = modelOn(start.lattice)
    return foundWith(model, start.lattice, await searchParameters(model, shape, options))
  }
  const lattices = latticesOver(covers ? [data, covers] : [data], extentKm(shape.points))
  let { lattice, marginKm } = lattices.latticeFor(Math.exp(shape.typical[1]))
  let model = modelOn(lattice)
  let found = await searchParameters(model, shape, options)
  for (let round = 1; round < MOST_LATTICES; round++) {
    const rangeKm = Math.exp(found.theta[1])
    if (lattices.suits(lattice, marginKm, rangeKm)) break
    const next = lattices.latticeFor(rangeKm)
    if (next.lattice.spacingKm === lattice.spacingKm && next.marginKm === marginKm) break
    ;({ lattice, marginKm } = next)
    model = modelOn(lattice)
    found = await searchParameters(model, shape, {
      ...options,
      start: { theta: [...found.theta], inverse: found.inverse },
    })
  }
  return foundWith(model, lattice, found)
}

const foundWith = (model: LatentModel, lattice: PlanarLattice, { theta, inverse }: FoundParameters) => ({
  model,
  shape: model.shape,
  lattice,
  theta,
  inverse,
  heldOut: (fold: Int32Array, folds: number, column?: ExtraColumn) =>
    leaveOut(model, model.mode(theta), fold, folds, column),
})

/** The fit of given parameters: the Gaussian closest to the posterior. */
export function fitAt(model: LatentModel, centre: PlanarLattice['centre'], theta: Float64Array): LatticeFit {
  const { surface, clusterVariance, coefficientVariance } = model.parametersOf(theta)
  const mode = variationalMean(model, theta)
  return {
    ...model.shape,
    model,
    centre,
    mode,
    coefficientVariance,
    parameters: [...theta],
    sd: surface.sd,
    rangeKm: surface.rangeKm,
    clusterSd: Math.sqrt(clusterVariance),
    logMarginal: mode.logMarginal,
    coefficients: mode.b,
    coefficientCovariance: mode.border().inverse,
  }
}
