import { adminEstimates, tally } from './admin-estimates.ts'
import { checkInput } from './check-input.ts'
import { sequentialFolds } from './cross-validate.ts'
import { unitDecisions } from './decisions.ts'
import { scoreClusters } from './fold.ts'
import { boundFindings, findingsOf, rakingFindings, samplingFindings } from './findings.ts'
import { meanFoldRmse, metricsOf, pitHistogram, reliabilityOf, squaredErrors } from './metrics.ts'
import { modelOf } from './models.ts'
import { openEnds } from './open-ends.ts'
import { isOverfit, overfittingOf } from './overfitting.ts'
import { predictCells } from './predict-cells.ts'
import { findRaking, raked, rakedTo, unrakedNation } from './raking.ts'
import type { Raking } from './raking-types.ts'
import type { AdminEstimate, AdminTally, AdminUnits, SubnationalEstimate } from './admin-types.ts'
import type { Diagnostics } from './diagnostics-types.ts'
import type { ClusterData, FoldResult } from './fold-types.ts'
import type { LayerHooks, LayerInput, LayerOptions, LayerResult } from './layer-types.ts'
import { testUnits } from './unit-test.ts'
import { samplingDensity } from './sampling-density.ts'
import { withUrban } from './urban.ts'
import { validateLayer } from './validate-layer.ts'

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
  const { input, stratum } = withUrban(given)
  const { clusters, covariateNames } = input
  const { folds, seed, draws } = options
  const density = samplingDensity(clusters, input.cells)
  const data: ClusterData = {
    ...clusters,
    covariates: input.covariatesAtClusters,
    ...(density && { samplingDensity: density.clusters }),
  }
  const cells = { ...input.cells, ...(density && { samplingDensity: density.cells }) }

  progress('Fitting', 0)
  let evaluations = 0
  const fit = await modelOf(options.method).fit(data, covariateNames, {
    strict: true,
    async pause() {
      // The number of evaluations of a fit is unknown: about twenty.
      progress('Fitting', STEPS.fit * (1 - 0.9 ** evaluations++))
      await pause()
    },
  })
  const train = scoreClusters(fit.predictClusters(data), data)
  const description = fit.describe()

  progress('Predicting', STEPS.fit)
  const levels = [...input.admin, nation(input)]
  const raking =
    options.rakeTo === null
      ? null
      : await findRaking(fit, cells, options.rakeTo, levels, {
          draws,
          seed,
          pause: () => pause(),
        })
  const surface = await predictCells(raking ? raked(fit, raking) : fit, cells, levels, {
    draws,
    seed,
    threshold: options.exceedanceThreshold,
    pause: async (share) => {
      progress('Predicting', STEPS.fit + (STEPS.predict - STEPS.fit) * share)
      await pause()
    },
  })
  // A unit raked to a given prevalence has cases, even if the survey saw none.
  const open = levels.map((level) => {
    const isRaked = (unit: number) =>
      raking?.level === level.level && rakedTo(raking, level.level, unit) !== null
    return openEnds(level, input).map((end, unit) => (isRaked(unit) ? null : end))
  })
  const estimates = levels.flatMap((level, index) =>
    adminEstimates({
      level,
      clusters,
      unitDraws: surface.unitDraws[index],
      draws,
      minClusters: options.admMinClusters,
      unraked: raking?.unraked[index],
      decisions: unitDecisions(
        surface.unitDraws[index],
        draws,
        input.cells.population && surface.unitPeople[index],
        options.exceedanceThreshold,
        open[index],
      ),
      open: open[index],
    }),
  )
  const admin = estimates.filter((estimate): estimate is SubnationalEstimate => estimate.level !== 0)

  const validated = await validateLayer(data, fit, description, {
    ...options,
    stratified: stratum !== null,
    mapFolds,
    signal: hooks.signal,
    progress: (step, share) => progress(step, STEPS.predict + (1 - STEPS.predict) * share),
  })
  const { random, block, reference, randomFold, blocks } = validated
  const observed = clusters.numerator.map((y, index) => y / clusters.denominator[index])
  const cvBlock = metricsOf(block, data, blocks.fold, blocks.folds)
  const onTrain = metricsOf(train, data, new Int32Array(clusters.id.length), 1)
  const overfitting =
    reference && overfittingOf(onTrain.r2 - cvBlock.r2, block.lpd, reference.lpd, blocks.fold, blocks.folds)
  const tallied = (wanted: 1 | 2): AdminTally => {
    const level = input.admin.find((one) => one.level === wanted)
    return {
      ...tally(admin, wanted),
      together: level ? testUnits(fit.unitResiduals(level.clusterUnit, level.unitCount)) : null,
    }
  }
  const diagnostics: Diagnostics = {
    train: onTrain,
    cv_random: metricsOf(random, data, randomFold, folds),
    cv_block: cvBlock,
    cv_block_without_covariates: reference && metricsOf(reference, data, blocks.fold, blocks.folds),
    overfitting,
    national: nationalEstimate(estimates, raking),
    raked_units: rakedUnitsOf(raking),
    adm1: tallied(1),
    adm2: tallied(2),
    parameters: {
      ...description.parameters,
      urban_share: stratum ? stratum.share : null,
      exceedance_threshold: options.exceedanceThreshold,
      raking_shift: raking?.level === 0 ? (raking.figures[0]?.shift ?? null) : null,
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
    reliability: { cv_random: reliabilityOf(random, data), cv_block: reliabilityOf(block, data) },
    findings: [
      ...rakingFindings(raking),
      ...samplingFindings(description.parameters),
      ...boundFindings(clusters, estimates),
      ...findingsOf(given, validated),
    ],
  }
  const { adm1 } = diagnostics
  return {
    mean: surface.mean,
    lower: surface.lower,
    upper: surface.upper,
    sd: surface.sd,
    exceedance: surface.exceedance,
    people: surface.people,
    admin,
    raking,
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
    isOverfit: isOverfit(overfitting, clusters.id.length, cvBlock.r2, options.overfitGap),
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

function nationalEstimate(estimates: AdminEstimate[], raking: Raking | null): Diagnostics['national'] {
  const { clusters, observed, modelled, decision, ...bounds } = estimates.find(({ level }) => level === 0)!
  return {
    clusters,
    observed,
    observed_lower: bounds.observedLower,
    observed_upper: bounds.observedUpper,
    modelled,
    modelled_lower: bounds.modelledLower,
    modelled_upper: bounds.modelledUpper,
    people: decision?.people ?? null,
    affected: decision?.affected ?? null,
    affected_lower: decision?.affectedLower ?? null,
    affected_upper: decision?.affectedUpper ?? null,
    exceedance: decision?.exceedance ?? null,
    raked_to: rakedTo(raking, 0, 0),
    unraked: raking && unrakedNation(raking),
  }
}

function rakedUnitsOf(raking: Raking | null): Diagnostics['raked_units'] {
  if (!raking || raking.level === 0) return []
  const { level } = raking
  return raking.figures.map(({ name, target, modelled }) => ({
    level,
    name,
    raked_to: target,
    unraked: modelled,
  }))
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
