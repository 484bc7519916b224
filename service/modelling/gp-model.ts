import { designMatrix } from './components/components.ts'
import { describeFit } from './describe-fit.ts'
import { clusterFitOf } from './diagnostics/cluster-fit.ts'
import { residualAlgebraOf } from './diagnostics/residual-algebra.ts'
import { unitResidualsOf } from './diagnostics/unit-residuals.ts'
import type { ClusterData } from './folds/fold-types.ts'
import { chooseFit, type Choices } from './inference/choose-fit.ts'
import type { LatentPrediction } from './inference/latent-fit.ts'
import { planeAbout } from './inference/lattice-choice.ts'
import { posteriorOf } from './inference/parameter-posterior.ts'
import { withDensity } from './inference/sampling-density.ts'
import { placesOn } from './inference/field.ts'
import { findOnLattice, type LatticeFit, fitAt } from './inference/lattice-fit.ts'
import { drawPosterior, type FieldDraws, posteriorFrom } from './inference/posterior-draws.ts'
import { predictField } from './inference/predictions.ts'
import type { DrawOptions, FittedModel, Model } from './model.ts'
import type { FittedMethod } from './model-parameters.ts'
import { once } from './once.ts'
import { seededRandom } from './numerics/random.ts'
import { drawCells } from './posterior/draw-cells.ts'
import { predictClusters } from './predict-clusters.ts'

/**
 * The Gaussian process y ~ Binomial(n, expit(X·b + Σ s_j(x_j) + g(s) + e)), g a Matérn surface with ν = 1 on a lattice,
 * independent e per cluster: `gp` with lines only, `gam` with a penalised spline s_j for each covariate besides. Counts
 * are beta-binomial where that predicts left-out blocks better.
 */
export const gaussianProcess = (method: FittedMethod): Model => ({
  method,
  async fit(data, names, options) {
    const chosen = await chooseFit(findOnLattice, method, data, names, options)
    const { model, lattice, theta } = chosen.found
    return fittedGp(fitAt(model, lattice.centre, theta), data, names, chosen)
  },
})

/** Name of the density of clusters in parameters and curves. */
const DENSITY_NAME = 'density of clusters'

/** A fit of `data` as the other parts of the engine see it. */
export function fittedGp(
  fit: LatticeFit,
  data: ClusterData,
  names: readonly string[],
  chosen: Choices,
): FittedModel {
  const complete = (places: ClusterData) => (chosen.usesDensity ? withDensity(places) : places)
  const drawn = drawOnce(fit)
  const allNames = chosen.usesDensity ? [...names, DENSITY_NAME] : names
  const unitResiduals = once(() => unitResidualsOf(residualAlgebraOf(fit)))
  const posteriorFor = async (options: DrawsOptions) =>
    posteriorFrom(fit, await drawn(options), chosen.usesDensity)
  return {
    start: chosen.start,
    predictClusters(others) {
      const prediction = predictClusters(fit, predictLatent(fit, complete(others)))
      return {
        ...prediction,
        meanWith: (covariates) =>
          prediction.meanWith(complete({ ...others, covariates: [...covariates] }).covariates),
      }
    },
    drawCells: async (cells, options) => drawCells(await posteriorFor(options), cells, options),
    unitResiduals: (unit, units) => unitResiduals()(unit, units),
    async posterior(options) {
      const draws = await drawn(options)
      return { ...posteriorOf(fit, draws), field: posteriorFrom(fit, draws, chosen.usesDensity) }
    },
    describe: (known) => describeFit(fit, clusterFitOf(fit), data, allNames, chosen, known),
  }
}

type DrawsOptions = Pick<DrawOptions, 'draws' | 'seed' | 'pause'>

/** Joint draws of the field, computed once for each seed and number. */
function drawOnce(fit: LatticeFit) {
  let last: { key: string; drawn: Promise<FieldDraws> } | null = null
  return ({ draws, seed, pause }: DrawsOptions) => {
    const key = `${draws} ${seed}`
    if (last?.key !== key) {
      const random = seededRandom(seed, 3)
      last = { key, drawn: drawPosterior(fit, draws, random, () => pause?.(0) ?? Promise.resolve()) }
    }
    return last.drawn
  }
}

function predictLatent(
  { model, centre, mode, standardisation }: LatticeFit,
  data: ClusterData,
): LatentPrediction {
  const places = placesOn(model.field, planeAbout(centre, data))
  const design = designMatrix(data.covariates, places.count, standardisation)
  return { ...predictField(mode, places, design), design }
}
