import { blockFolds, type BlockFolds } from '../folds/fold-split.ts'
import { blockGain, type BlockGain } from './block-gain.ts'
import { findParameters, fitAt, type FoundParameters, type GpFit, type GpOptions } from './gp.ts'
import { leaveOut, withColumn, type HeldOut } from './leave-out.ts'
import { RANGE_PER_LENGTH_SCALE } from '../components/matern.ts'
import type { FitOptions } from '../model.ts'
import { screenOverdispersion } from './overdispersion.ts'
import { logPredictiveDensity } from '../likelihood/predictive.ts'
import { withDensity } from './sampling-density.ts'
import type { ClusterData } from '../folds/fold-types.ts'
import { COEFFICIENT_SD, PRIOR_CURVE_SD } from '../components/parameter-priors.ts'
import { standardisationOf, standardised } from '../components/design.ts'
import type { FitStart, FittedMethod } from '../model-parameters.ts'

export interface ChosenFit {
  fit: GpFit
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

interface Candidate extends FoundParameters {
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
export async function chooseFit(
  method: FittedMethod,
  data: ClusterData,
  names: readonly string[],
  { start, strict, pause }: FitOptions,
): Promise<ChosenFit> {
  const curves = method === 'gam'
  let blocks: BlockFolds | undefined
  let usesDensity = false
  async function candidate(options: Partial<GpOptions>): Promise<Candidate> {
    const found = usesDensity
      ? // The density is constant, and must not be an error, if clusters are spread evenly.
        await findParameters(withDensity(data), [], { pause, curves, ...options, strict: false })
      : await findParameters(data, [...names], { strict, pause, curves, ...options })
    const { model, theta } = found
    blocks ??= blockFolds(
      data.longitude,
      data.latitude,
      Math.min(FOLDS, data.longitude.length),
      RANGE_PER_LENGTH_SCALE * Math.exp(theta[1]),
      SEED,
    )
    await pause?.()
    const held = leaveOut(model.mode(theta), blocks.fold, blocks.folds, model.inverseB(theta))
    return { ...found, held, lpd: densities(held, data, model.shape.overdispersion) }
  }
  const gainOf = (better: Pick<Candidate, 'lpd'>, base: Candidate) =>
    blockGain(better.lpd, base.lpd, blocks!.fold, blocks!.folds)
  const least = MATERIAL_GAIN * data.longitude.length
  const isBetter = (found: BlockGain | null, errors: number) =>
    found !== null && found.gain > Math.max(errors * found.standard_error, least)

  let best: Candidate = await candidate({ start })
  const nextStart: FitStart = startOf(best)
  let density: BlockGain | null = null
  if (data.samplingDensity) {
    const { model, theta } = best
    const { mode, inverse } = withColumn(
      model.mode(theta),
      model.inverseB(theta),
      standardisedValues(data.samplingDensity),
      COEFFICIENT_SD ** 2,
    )
    const held = leaveOut(mode, blocks!.fold, blocks!.folds, inverse)
    const lpd = densities(held, data, model.shape.overdispersion)
    density = gainOf({ lpd }, best)
    usesDensity = isBetter(density, DENSITY_ERRORS)
    if (usesDensity) {
      const longer = curves ? [...theta, Math.log(PRIOR_CURVE_SD)] : [...theta]
      best = await candidate({ start: start?.withDensity ?? { theta: longer, inverse: best.inverse } })
      nextStart.withDensity = startOf(best)
    }
  }
  const rho = screenOverdispersion(best.held, Math.exp(best.theta[2]), data, best.lpd)
  let overdispersion: BlockGain | null = null
  if (rho !== null) {
    const theta = [...best.theta].with(2, Math.log(CLUSTER_SD))
    const dispersed = await candidate({ start: { theta, inverse: best.inverse }, overdispersion: rho })
    overdispersion = gainOf(dispersed, best)
    if (isBetter(overdispersion, OVERDISPERSION_ERRORS)) best = dispersed
  }
  return {
    fit: fitAt(best.model, best.theta),
    method,
    start: nextStart,
    density,
    usesDensity,
    overdispersion,
  }
}

const startOf = ({ theta, inverse }: FoundParameters): FitStart => ({ theta: [...theta], inverse })

function densities({ mean, sd }: HeldOut, data: ClusterData, overdispersion: number): Float64Array {
  return mean.map((value, i) =>
    logPredictiveDensity(data.numerator[i], data.denominator[i], value, sd[i], overdispersion),
  )
}

function standardisedValues(values: Float64Array): Float64Array {
  const standardisation = standardisationOf([values], [], false)
  return values.map((value) => standardised(value, 0, standardisation))
}
