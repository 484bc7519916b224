import { checkInput } from './check-input.ts'
import { sequentialFolds } from './validation/cross-validate.ts'
import { diagnosticsOf } from './diagnostics/diagnostics.ts'
import { scoreClusters } from './validation/fold.ts'
import { methodFor, modelOf } from './models.ts'
import { estimateLevels } from './units/estimate-levels.ts'
import { isOverfit } from './diagnostics/overfitting.ts'
import { predictCells } from './units/predict-cells.ts'
import { priorSensitivity } from './diagnostics/prior-sensitivity.ts'
import { findRaking, raked } from './units/raking.ts'
import type { AdminUnits, SubnationalEstimate } from './units/admin-types.ts'
import type { ClustersCv } from './diagnostics-types.ts'
import type { ClusterData, ClusterScores } from './folds/fold-types.ts'
import type { LayerHooks, LayerInput, LayerOptions, LayerResult } from './layer-types.ts'
import { samplingDensity } from './inference/sampling-density.ts'
import { withUrban } from './survey/urban.ts'
import { type ValidatedLayer, validateLayer } from './validate-layer.ts'
import { cellWeights, extrapolatedCells } from './verdict/extrapolation.ts'
import { verdictOf } from './verdict/verdict.ts'

/** Share of the whole layer that each step ends at; the rest is cross-validation. */
const STEPS = { fit: 0.08, predict: 0.25 }

/**
 * Fits, predicts, aggregates and cross-validates one layer with the model named by `options.method`, with urban/rural
 * among its covariates if the survey has it (equations and references: see the models). Surfaces are prevalences, one
 * value per cell in the order of `given.cells`. Same input, options and seed → same bytes, however folds are mapped.
 * Throws ModelError for unsuitable input, and the signal's reason on abort.
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
  const { input, stratum } = withUrban(given, options.urbanShare)
  const { clusters, covariateNames } = input
  const { seed, draws } = options
  const density = samplingDensity(clusters, input.cells)
  const data: ClusterData = {
    ...clusters,
    covariates: input.covariatesAtClusters,
    ...(density && { samplingDensity: density.clusters }),
  }
  const cells = { ...input.cells, ...(density && { samplingDensity: density.cells }) }

  progress('Fitting', 0)
  let evaluations = 0
  const method = methodFor(options.method, clusters.id.length)
  const fit = await modelOf(method).fit(data, covariateNames, {
    strict: true,
    covers: cells,
    async pause() {
      // The number of evaluations of a fit is unknown: about twenty.
      progress('Fitting', STEPS.fit * (1 - 0.9 ** evaluations++))
      await pause()
    },
  })
  const train = scoreClusters(fit.predictClusters(data), data)

  progress('Predicting', STEPS.fit)
  const posterior = await fit.posterior({ draws, seed, pause: () => pause() })
  const description = fit.describe({ posterior, seed })
  const levels = [...input.admin, nation(input)]
  const raking =
    options.rakeTo === null
      ? null
      : await findRaking(fit, cells, options.rakeTo, levels, {
          draws,
          seed,
          pause: () => pause(),
        })
  const { unitDraws, unitPeople, ...surfaces } = await predictCells(
    raking ? raked(fit, raking) : fit,
    cells,
    levels,
    {
      draws,
      seed,
      threshold: options.exceedanceThreshold,
      pause: async (share) => {
        progress('Predicting', STEPS.fit + (STEPS.predict - STEPS.fit) * share)
        await pause()
      },
    },
  )
  const estimates = estimateLevels(levels, { unitDraws, unitPeople }, input, options, raking)
  // The draws of a raked layer are shifted to the given figures under every prior; the model's own are not.
  const sensitivity = raking
    ? priorSensitivity(posterior.alternatives, levels, raking.unrakedDraws, draws)
    : priorSensitivity(posterior.alternatives, levels, unitDraws, draws, estimates)
  const admin = estimates.filter((estimate): estimate is SubnationalEstimate => estimate.level !== 0)

  const validated = await validateLayer(data, fit, description, {
    ...options,
    method,
    stratified: stratum !== null,
    mapFolds,
    pause,
    signal: hooks.signal,
    progress: (step, share) => progress(step, STEPS.predict + (1 - STEPS.predict) * share),
  })
  const facts = diagnosticsOf({
    given,
    input,
    options,
    data,
    fit,
    description,
    train,
    stratum,
    raking,
    estimates,
    validated,
    sensitivity,
  })
  const { adm1, overfitting, cv_block } = facts
  const overfit = isOverfit(overfitting, clusters.id.length, cv_block.r2, options.overfitGap)
  const extrapolated = extrapolatedCells(given)
  const verdict = verdictOf({
    diagnostics: facts,
    estimates,
    cells: surfaces,
    cellWeights: cellWeights(given),
    extrapolated,
    clusters: clusters.id.length,
    isOverfit: overfit,
  })
  return {
    ...surfaces,
    admin,
    raking,
    posterior: posterior.field,
    extrapolated,
    clustersCv: clustersCvOf(clusters, train, validated),
    diagnostics: { ...facts, verdict },
    allAdmPass: adm1.tested === 0 ? null : adm1.passed === adm1.tested,
    isOverfit: overfit,
  }
}

/** The whole country as an additional level of units. */
function nation({ cells, clusters }: LayerInput): AdminUnits {
  return {
    level: 0,
    unitCount: 1,
    cellUnit: new Int32Array(cells.longitude.length),
    clusterUnit: new Int32Array(clusters.id.length),
  }
}

/** Observed proportions beside fitted and held-out predictions, one value per cluster. */
function clustersCvOf(
  { id, longitude, latitude, numerator, denominator }: LayerInput['clusters'],
  train: ClusterScores,
  { random, randomFold, block, blocks }: ValidatedLayer,
): ClustersCv {
  return {
    id,
    longitude,
    latitude,
    numerator,
    denominator,
    observed: numerator.map((y, index) => y / denominator[index]),
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
  }
}
