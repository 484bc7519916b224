import { blockFolds, type BlockFolds } from '../folds/fold-split.ts'
import { blockGain, type BlockGain } from './block-gain.ts'
import type { LatentShape } from '../components/latent-shape.ts'
import type { FindOptions } from './lattice-fit.ts'
import type { ExtraColumn, HeldOut } from './leave-out.ts'
import type { PlanarLattice } from './lattice-choice.ts'
import type { FoundParameters } from './search.ts'
import type { FitOptions } from '../model.ts'
import { screenOverdispersion } from './overdispersion.ts'
import { logPredictiveDensity } from '../likelihood/predictive.ts'
import { withDensity } from './sampling-density.ts'
import type { ClusterData } from '../folds/fold-types.ts'
import { PRIOR_CURVE_SD } from '../components/curves.ts'
import { COEFFICIENT_SD } from '../components/lines.ts'
import { standardisationOf, standardised } from '../components/standardisation.ts'
import type { FitStart, FittedMethod } from '../model-parameters.ts'

/** A model with its most probable parameters. */
export interface FoundModel extends FoundParameters {
  shape: LatentShape
  /** Of a sparse model. */
  lattice?: PlanarLattice
  /** Latent values of each cluster given the clusters outside its fold. */
  heldOut(fold: Int32Array, folds: number, column?: ExtraColumn): HeldOut
}

type Find<M> = (data: ClusterData, names: string[], options: FindOptions) => Promise<M>

export interface ChosenFit<M> extends Choices {
  found: M
}

export interface Choices {
  method: FittedMethod
  /** Binomial parameters, from which the fit of a fold starts. */
  start: FitStart
  /** Gain from the density of clusters as a covariate; null if it was not tried. */
  density: BlockGain | null
  usesDensity: boolean
  /** Gain from beta-binomial over binomial counts; null if the screening found none. */
  overdispersion: BlockGain | null
}

/** Gain per cluster below which a more flexible form is not worth it. */
export const MATERIAL_GAIN = 0.01
/** Standard errors that a gain must exceed. A region that the surface cannot follow looks over-dispersed, too. */
export const DENSITY_ERRORS = 1
export const OVERDISPERSION_ERRORS = 2
const FOLDS = 10
const SEED = 1
/** Cluster sd from which a beta-binomial fit starts: its overdispersion replaces most of the cluster effect. */
const CLUSTER_SD = 0.3

interface Candidate<M> {
  found: M
  held: HeldOut
  /** Log predictive density of each cluster without the clusters of its fold. */
  lpd: Float64Array
}

/**
 * Fits lines (`gp`) or lines and curves (`gam`) and keeps the simpler of each pair unless the other predicts left-out
 * spatial blocks better by the standard errors above and 0.01 per cluster: first without and with the density of
 * sampling, then binomial and beta-binomial counts. Blocks are as long as the range of the first fit; `leaveOut` holds the
 * parameters. The choice uses nothing but `data`, so cross-validation of a fit repeats it on each training set.
 */
export async function chooseFit<M extends FoundModel>(
  find: Find<M>,
  method: FittedMethod,
  data: ClusterData,
  names: readonly string[],
  { start, strict, covers, pause }: FitOptions,
): Promise<ChosenFit<M>> {
  const curves = method === 'gam'
  let blocks: BlockFolds | undefined
  let usesDensity = false
  async function candidate(options: Partial<FindOptions>): Promise<Candidate<M>> {
    const found = usesDensity
      ? // The density is constant, and must not be an error, if clusters are spread evenly.
        await find(withDensity(data), [], { pause, curves, covers, ...options, strict: false })
      : await find(data, [...names], { strict, pause, curves, covers, ...options })
    blocks ??= blockFolds(
      data.longitude,
      data.latitude,
      Math.min(FOLDS, data.longitude.length),
      Math.exp(found.theta[1]),
      SEED,
    )
    await pause?.()
    const held = found.heldOut(blocks.fold, blocks.folds)
    return { found, held, lpd: densities(held, data, found.shape.overdispersion) }
  }
  const gainOf = (better: Pick<Candidate<M>, 'lpd'>, base: Candidate<M>) =>
    blockGain(better.lpd, base.lpd, blocks!.fold, blocks!.folds)
  const least = MATERIAL_GAIN * data.longitude.length
  const isBetter = (found: BlockGain | null, errors: number) =>
    found !== null && found.gain > Math.max(errors * found.standard_error, least)

  let best: Candidate<M> = await candidate({ start })
  const nextStart: FitStart = startOf(best.found)
  let density: BlockGain | null = null
  if (data.samplingDensity) {
    const { theta, inverse, lattice, shape } = best.found
    const column = { values: standardisedValues(data.samplingDensity), variance: COEFFICIENT_SD ** 2 }
    const held = best.found.heldOut(blocks!.fold, blocks!.folds, column)
    const lpd = densities(held, data, shape.overdispersion)
    density = gainOf({ lpd }, best)
    usesDensity = isBetter(density, DENSITY_ERRORS)
    if (usesDensity) {
      const longer = curves ? [...theta, Math.log(PRIOR_CURVE_SD)] : [...theta]
      best = await candidate({ start: start?.withDensity ?? { theta: longer, inverse, lattice } })
      nextStart.withDensity = startOf(best.found)
    }
  }
  const rho = screenOverdispersion(best.held, Math.exp(best.found.theta[2]), data, best.lpd)
  let overdispersion: BlockGain | null = null
  if (rho !== null) {
    const { inverse, lattice } = best.found
    const theta = [...best.found.theta].with(2, Math.log(CLUSTER_SD))
    const dispersed = await candidate({ start: { theta, inverse, lattice }, overdispersion: rho })
    overdispersion = gainOf(dispersed, best)
    if (isBetter(overdispersion, OVERDISPERSION_ERRORS)) best = dispersed
  }
  return {
    found: best.found,
    method,
    start: nextStart,
    density,
    usesDensity,
    overdispersion,
  }
}

const startOf = ({ theta, inverse, lattice }: FoundModel): FitStart => ({
  theta: [...theta],
  inverse,
  ...(lattice && { lattice }),
})

function densities({ mean, sd }: HeldOut, data: ClusterData, overdispersion: number): Float64Array {
  return mean.map((value, i) =>
    logPredictiveDensity(data.numerator[i], data.denominator[i], value, sd[i], overdispersion),
  )
}

function standardisedValues(values: Float64Array): Float64Array {
  const standardisation = standardisationOf([values], [], false)
  return values.map((value) => standardised(value, 0, standardisation))
}
