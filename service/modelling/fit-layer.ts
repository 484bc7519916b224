import { adminEstimates, tally } from './admin-estimates.ts'
import { checkInput } from './check-input.ts'
import { foldTasks, gather, sequentialFolds } from './cross-validate.ts'
import { scoreClusters } from './fold.ts'
import { blockFolds, randomFolds } from './fold-split.ts'
import { meanFoldRmse, metricsOf, pitHistogram, squaredErrors } from './metrics.ts'
import { methodOf, modelOf } from './models.ts'
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

/** Share of the whole layer that each step ends at. */
const STEPS = { fit: 0.1, predict: 0.3, random: 0.65, block: 1 }

/**
 * Fits, predicts, aggregates and cross-validates one layer with the model that `options.method` names, urban/rural
 * among its covariates where the survey says it (equations and references: see the models). Surfaces are prevalences,
 * one value per cell in the order of `given.cells`. Same input, options and seed → same bytes, however folds are mapped.
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
  const method = methodOf(options.method)
  const fit = await modelOf(method).fit(data, covariateNames, {
    strict: true,
    async pause() {
      // How many evaluations a fit takes is not known: about twenty.
      progress('Fitting', STEPS.fit * (1 - 0.9 ** evaluations++))
      await pause()
    },
  })
  const train = scoreClusters(fit.predictClusters(data), data)
  const description = fit.describe()

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

  async function validate(
    step: string,
    [from, to]: readonly [number, number],
    { fold, folds: count }: { fold: Int32Array; folds: number },
    importance: boolean,
  ) {
    let done = 0
    progress(step, from)
    const tasks = foldTasks(data, fold, count, { method, start: fit.start, seed, importance })
    const results = await mapFolds(tasks, {
      signal: hooks.signal,
      onDone: () => progress(step, from + ((to - from) * ++done) / count),
    })
    hooks.signal?.throwIfAborted()
    return gather(results, fold)
  }
  const randomFold = randomFolds(clusters.id.length, folds, seed)
  const random = await validate(
    'Cross-validation (random)',
    [STEPS.predict, STEPS.random],
    { fold: randomFold, folds },
    true,
  )
  const blockKm = options.blockKm === 'auto' ? description.rangeKm : options.blockKm
  const blocks = blockFolds(clusters.longitude, clusters.latitude, folds, blockKm, seed)
  const block = await validate('Cross-validation (blocks)', [STEPS.random, STEPS.block], blocks, false)

  const observed = clusters.numerator.map((y, index) => y / clusters.denominator[index])
  const diagnostics: Diagnostics = {
    train: metricsOf(train, observed, new Int32Array(observed.length), 1),
    cv_random: metricsOf(random, observed, randomFold, folds),
    cv_block: metricsOf(block, observed, blocks.fold, blocks.folds),
    national: nationalEstimate(estimates),
    adm1: tally(admin, 1),
    adm2: tally(admin, 2),
    parameters: {
      ...description.parameters,
      urban_share: stratum ? stratum.share : null,
      folds,
      block_folds: blocks.folds,
      block_km: blocks.blockKm,
      block_km_capped: blocks.capped,
      draws,
      seed,
    },
    variogram: description.variogram,
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
