import { adminEstimates, tally } from './admin-estimates.ts'
import { checkInput } from './check-input.ts'
import { foldTasks, gather, sequentialFolds } from './cross-validate.ts'
import { judge } from './fold.ts'
import { blockFolds, randomFolds } from './fold-split.ts'
import { fitGp, type GpFit } from './gp.ts'
import { RANGE_PER_LENGTH_SCALE } from './matern.ts'
import { meanFoldRmse, metricsOf, pitHistogram, squaredErrors } from './metrics.ts'
import { coefficientMeans, coefficientSds } from './predict.ts'
import { predictCells } from './predict-cells.ts'
import type {
  AdminEstimate,
  AdminUnits,
  ClusterData,
  Diagnostics,
  FoldResult,
  LayerHooks,
  LayerInput,
  LayerOptions,
  LayerResult,
  SubnationalEstimate,
} from './types.ts'
import { withUrban } from './urban.ts'
import { variogramOf } from './variogram.ts'

/** Share of the whole layer that each step ends at. */
const STEPS = { fit: 0.1, predict: 0.3, random: 0.65, block: 1 }

/**
 * Fits, predicts, aggregates and cross-validates one layer: y ~ Binomial(n, expit(X·b + g(s) + e)), Matérn-3/2 g,
 * independent e per cluster, urban/rural among X where the survey says it (see the functions called for equations and
 * references). Surfaces are prevalences, one value per cell in the order of `given.cells`. Same input, options and seed → same bytes, however folds are mapped.
 * Throws ModelError on input that cannot carry the model, and the signal's reason when it is aborted.
 */
export async function fitLayer(
  given: LayerInput,
  options: LayerOptions,
  hooks: LayerHooks = {},
): Promise<LayerResult> {
  const progress = hooks.progress ?? (() => {})
  const pause = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    hooks.signal?.throwIfAborted()
  }
  const mapFolds = hooks.mapFolds ?? sequentialFolds(pause)
  checkInput(given, options)
  const { input, stratum } = withUrban(given)
  const { clusters, covariateNames } = input
  const { folds, seed, draws } = options
  const data: ClusterData = { ...clusters, covariates: input.covariatesAtClusters }

  progress('Fitting', 0)
  let evaluations = 0
  const fit = await fitGp(data, covariateNames, {
    strict: true,
    async pause() {
      // How many evaluations a fit takes is not known: about twenty.
      progress('Fitting', STEPS.fit * (1 - 0.9 ** evaluations++))
      await pause()
    },
  })
  const train = judge(fit, data, seed)

  progress('Predicting', STEPS.fit)
  const levels = [...input.admin, nation(input)]
  const surface = await predictCells(fit, input.cells, levels, {
    draws,
    seed,
    pause: async (share) => {
      progress('Predicting', STEPS.fit + (STEPS.predict - STEPS.fit) * share)
      await pause()
    },
  })
  const estimates = levels.flatMap((level, index) =>
    adminEstimates(level, clusters, surface.unitDraws[index], draws, options.admMinClusters),
  )
  const admin = estimates.filter((estimate): estimate is SubnationalEstimate => estimate.level !== 0)

  async function validate(step: string, from: number, to: number, fold: Int32Array, count: number) {
    let done = 0
    progress(step, from)
    const tasks = foldTasks(data, fold, count, fit.parameters, seed)
    const results = await mapFolds(tasks, {
      signal: hooks.signal,
      onDone: () => progress(step, from + ((to - from) * ++done) / count),
    })
    hooks.signal?.throwIfAborted()
    return gather(results, fold, covariateNames.length)
  }
  const randomFold = randomFolds(clusters.id.length, folds, seed)
  const random = await validate('Cross-validation (random)', STEPS.predict, STEPS.random, randomFold, folds)
  const blockKm = options.blockKm === 'auto' ? RANGE_PER_LENGTH_SCALE * fit.lengthScaleKm : options.blockKm
  const blocks = blockFolds(clusters.longitude, clusters.latitude, folds, blockKm, seed)
  const block = await validate(
    'Cross-validation (blocks)',
    STEPS.random,
    STEPS.block,
    blocks.fold,
    blocks.folds,
  )

  const observed = clusters.numerator.map((y, index) => y / clusters.denominator[index])
  const diagnostics: Diagnostics = {
    train: metricsOf(train, observed, new Int32Array(observed.length), 1),
    cv_random: metricsOf(random, observed, randomFold, folds),
    cv_block: metricsOf(block, observed, blocks.fold, blocks.folds),
    national: nationalEstimate(estimates),
    adm1: tally(admin, 1),
    adm2: tally(admin, 2),
    parameters: {
      ...parametersOf(fit, covariateNames),
      urban_share: stratum ? stratum.share : null,
      folds,
      block_folds: blocks.folds,
      block_km: blocks.blockKm,
      block_km_capped: blocks.capped,
      draws,
      seed,
    },
    variogram: variogramOf(fit, clusters.numerator, clusters.denominator),
    importance: importanceOf(random, observed, randomFold, folds, covariateNames),
    pit: { cv_random: pitHistogram(random), cv_block: pitHistogram(block) },
  }
  const { adm1, train: onTrain, cv_block: onBlocks } = diagnostics
  return {
    mean: surface.mean,
    lower: surface.lower,
    upper: surface.upper,
    sd: surface.sd,
    admin,
    clustersCv: {
      id: clusters.id,
      longitude: clusters.longitude,
      latitude: clusters.latitude,
      numerator: clusters.numerator,
      denominator: clusters.denominator,
      observed,
      fitted: train.mean,
      random_fold: randomFold,
      random_mean: random.mean,
      random_lower: random.lower,
      random_upper: random.upper,
      random_lpd: random.lpd,
      block_fold: blocks.fold,
      block_mean: block.mean,
      block_lower: block.lower,
      block_upper: block.upper,
      block_lpd: block.lpd,
    },
    diagnostics,
    allAdmPass: adm1.tested === 0 ? null : adm1.passed === adm1.tested,
    isOverfit: onTrain.r2 - onBlocks.r2 > options.overfitGap || onBlocks.r2 <= 0,
  }
}

/** The whole country as one more level of units. */
function nation({ cells, clusters }: LayerInput): AdminUnits {
  return {
    level: 0,
    unitCount: 1,
    cellUnit: new Int32Array(cells.longitude.length),
    clusterUnit: new Int32Array(clusters.id.length),
  }
}

function nationalEstimate(estimates: AdminEstimate[]): Diagnostics['national'] {
  const { clusters, observed, modelled, ...bounds } = estimates.find(({ level }) => level === 0)!
  return {
    clusters,
    observed,
    observed_lower: bounds.observedLower,
    observed_upper: bounds.observedUpper,
    modelled,
    modelled_lower: bounds.modelledLower,
    modelled_upper: bounds.modelledUpper,
  }
}

function parametersOf(fit: GpFit, names: string[]) {
  const means = coefficientMeans(fit)
  const sds = coefficientSds(fit)
  return {
    method: 'gp' as const,
    clusters: fit.mode.a.length,
    variance: fit.sd ** 2,
    length_scale_km: fit.lengthScaleKm,
    range_km: RANGE_PER_LENGTH_SCALE * fit.lengthScaleKm,
    cluster_variance: fit.clusterSd ** 2,
    log_marginal_likelihood: fit.mode.logMarginal,
    intercept: means[0],
    coefficients: names.map((name, index) => ({
      name,
      mean: means[index + 1],
      sd: sds[index + 1],
      transform: fit.standardisation.logShift[index] > 0 ? ('log' as const) : ('none' as const),
    })),
  }
}

function importanceOf(
  result: FoldResult,
  observed: Float64Array,
  fold: Int32Array,
  folds: number,
  names: string[],
): Diagnostics['importance'] {
  const base = meanFoldRmse(squaredErrors(result.mean, observed), fold, folds)
  return names.map((name, index) => ({
    name,
    rmse_increase: meanFoldRmse(result.permutedSquaredError[index], fold, folds) - base,
  }))
}
