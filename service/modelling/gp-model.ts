import { chooseFit, type ChosenFit } from './inference/choose-fit.ts'
import { drawPosterior, type PosteriorDraws } from './inference/cluster-draws.ts'
import { designMatrix } from './components/design.ts'
import { curvesOf } from './inference/curves.ts'
import type { GpFit } from './inference/gp.ts'
import { RANGE_PER_LENGTH_SCALE } from './components/matern.ts'
import type {
  ClusterPrediction,
  DrawOptions,
  FittedModel,
  Model,
  ModelDescription,
  ParameterPosterior,
} from './model.ts'
import { posteriorOf } from './inference/parameter-posterior.ts'
import { coefficientMeans, coefficientSds, predictLatent } from './inference/predict.ts'
import { logisticNormalMean, prevalenceFunction, scoreCount } from './likelihood/predictive.ts'
import { type Random, seededRandom } from './numerics/random.ts'
import { withDensity } from './inference/sampling-density.ts'
import { simulateSurface } from './inference/simulate-surface.ts'
import { spherePoints } from './numerics/sphere.ts'
import type { ClusterData } from './folds/fold-types.ts'
import type { CellData } from './layer-types.ts'
import type { FittedMethod } from './model-parameters.ts'
import { unitResidualsOf } from './diagnostics/unit-residuals.ts'
import { clusterFitOf } from './diagnostics/dense-cluster-fit.ts'
import { variogramOf } from './diagnostics/variogram.ts'

/**
 * The Gaussian process y ~ Binomial(n, expit(X·b + Σ s_j(x_j) + g(s) + e)), Matérn-3/2 g, independent e per cluster:
 * `gp` with lines only, `gam` with a penalised spline s_j for each covariate besides. Counts are beta-binomial where that
 * predicts left-out blocks better.
 */
export const gaussianProcess = (method: FittedMethod): Model => ({
  method,
  async fit(data, names, options) {
    const chosen = await chooseFit(method, data, names, options)
    return fittedGp(chosen.fit, data, names, chosen)
  },
})

/** Name of the density of clusters in parameters and curves. */
const DENSITY_NAME = 'density of clusters'

/** A fit of `data` as the other parts of the engine see it. */
export function fittedGp(
  fit: GpFit,
  data: ClusterData,
  names: readonly string[],
  chosen: Omit<ChosenFit, 'fit'> = {
    method: 'gp',
    start: { theta: fit.parameters },
    density: null,
    usesDensity: false,
    overdispersion: null,
  },
): FittedModel {
  const complete = <T extends ClusterData | CellData>(places: T) =>
    chosen.usesDensity ? withDensity(places) : places
  const drawn = drawOnce(fit)
  const allNames = chosen.usesDensity ? [...names, DENSITY_NAME] : names
  return {
    start: chosen.start,
    predictClusters(others) {
      const prediction = predictClusters(fit, complete(others))
      return {
        ...prediction,
        meanWith: (covariates) =>
          prediction.meanWith(complete({ ...others, covariates: [...covariates] }).covariates),
      }
    },
    async drawCells(cells, options) {
      const { joint, random } = await drawn(options)
      await drawCells(fit, joint, random.copy(), complete(cells), options)
    },
    unitResiduals: unitResidualsOf(fit),
    posterior: async (options) => posteriorOf(fit, (await drawn(options)).joint),
    describe: (known) => describe(fit, data, allNames, chosen, known),
  }
}

type DrawsOptions = Pick<DrawOptions, 'draws' | 'seed' | 'pause'>

/** Joint draws at the clusters, computed once for each seed and number, and the random stream after them. */
function drawOnce(fit: GpFit) {
  let last: { key: string; drawn: Promise<{ joint: PosteriorDraws; random: Random }> } | null = null
  const draw = async ({ draws, seed, pause }: DrawsOptions) => {
    const random = seededRandom(seed, 3)
    const joint = await drawPosterior(fit, draws, random, () => pause?.(0) ?? Promise.resolve())
    return { joint, random }
  }
  return (options: DrawsOptions) => {
    const key = `${options.draws} ${options.seed}`
    if (last?.key !== key) last = { key, drawn: draw(options) }
    return last.drawn
  }
}

function predictClusters(fit: GpFit, data: ClusterData): ClusterPrediction {
  const count = data.longitude.length
  const latent = predictLatent(fit, data)
  const clusterVariance = fit.clusterSd * fit.clusterSd
  const sd = latent.variance.map((variance) => Math.sqrt(variance + clusterVariance))
  return {
    mean: latent.mean.map((mean, t) => logisticNormalMean(mean, sd[t])),
    score: (t, numerator, denominator) =>
      scoreCount(numerator, denominator, latent.mean[t], sd[t], fit.overdispersion),
    meanWith(covariates) {
      const coefficients = coefficientMeans(fit)
      const design = designMatrix([...covariates], count, fit.standardisation)
      return latent.mean.map((mean, t) => {
        let moved = mean
        for (let c = 1; c < fit.width; c++) {
          const at = t * fit.width + c
          moved += coefficients[c] * (design[at] - latent.design[at])
        }
        return logisticNormalMean(moved, sd[t])
      })
    },
  }
}

/** E_e[expit(X·b + g(s) + e)] per cell and draw, the cluster effect e integrated out. */
async function drawCells(
  fit: GpFit,
  clusters: PosteriorDraws,
  random: Random,
  cells: CellData,
  { draws, visit, pause }: DrawOptions,
): Promise<void> {
  const count = cells.longitude.length
  const design = designMatrix(cells.covariates, count, fit.standardisation)
  const p = new Float64Array(draws)
  const groups = clusters.groups.map(({ clusterSd, ...range }) => ({
    ...range,
    prevalence: prevalenceFunction(clusterSd),
  }))
  await simulateSurface(fit, clusters, draws, random, {
    points: spherePoints(cells.longitude, cells.latitude),
    visit(cell, g) {
      p.set(g)
      for (let c = 0; c < fit.width; c++) {
        const x = design[cell * fit.width + c]
        const from = c * draws
        for (let d = 0; d < draws; d++) p[d] += x * clusters.b[from + d]
      }
      for (const { from, to, prevalence } of groups) {
        for (let d = from; d < to; d++) p[d] = prevalence(p[d])
      }
      visit(cell, p)
    },
    pause,
  })
}

function describe(
  fit: GpFit,
  data: ClusterData,
  names: readonly string[],
  chosen: Omit<ChosenFit, 'fit'>,
  known?: { posterior: ParameterPosterior; seed: number },
): ModelDescription {
  const means = coefficientMeans(fit)
  const sds = coefficientSds(fit)
  const posterior = known?.posterior
  const [intercept, ...lines] = posterior?.coefficients ?? []
  const rangeKm = RANGE_PER_LENGTH_SCALE * fit.lengthScaleKm
  const curves = () =>
    curvesOf(fit, names).map((curve, index) => ({
      ...curve,
      ...(posterior && { sd_interval: posterior.curveSds?.[index] ?? null }),
    }))
  return {
    rangeKm,
    variogram: variogramOf(clusterFitOf(fit), data.numerator, data.denominator, known?.seed),
    parameters: {
      ...(chosen.method === 'gam' ? { method: 'gam', curves: curves() } : { method: 'gp', curves: [] }),
      likelihood: fit.overdispersion > 0 ? 'beta-binomial' : 'binomial',
      overdispersion: fit.overdispersion,
      uses_density: chosen.usesDensity,
      density_gain: chosen.density?.gain ?? null,
      density_gain_se: chosen.density?.standard_error ?? null,
      overdispersion_gain: chosen.overdispersion?.gain ?? null,
      overdispersion_gain_se: chosen.overdispersion?.standard_error ?? null,
      clusters: fit.mode.a.length,
      variance: fit.sd ** 2,
      prior_variance_mean: fit.meanVariance,
      length_scale_km: fit.lengthScaleKm,
      range_km: rangeKm,
      cluster_variance: fit.clusterSd ** 2,
      ...(posterior && { intervals: posterior.intervals }),
      log_marginal_likelihood: fit.mode.logMarginal,
      intercept: intercept?.mean ?? means[0],
      ...(intercept && { intercept_interval: [intercept.lower, intercept.upper] as const }),
      coefficients: names.map((name, index) => ({
        name,
        ...(lines[index] ?? { mean: means[index + 1], sd: sds[index + 1] }),
        transform: fit.standardisation.logShift[index] > 0 ? ('log' as const) : ('none' as const),
      })),
    },
  }
}
