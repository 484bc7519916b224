import { tally } from '../units/admin-estimates.ts'
import type { AdminEstimate, AdminTally } from '../units/admin-types.ts'
import type { Diagnostics, PriorSensitivity } from '../diagnostics-types.ts'
import { boundFindings, findingsOf, latticeFindings, rakingFindings, samplingFindings } from './findings.ts'
import type { ClusterData, ClusterScores } from '../folds/fold-types.ts'
import type { LayerInput, LayerOptions } from '../layer-types.ts'
import { foldSizes } from '../folds/fold-split.ts'
import { lostCurveFindings } from './lost-curve-findings.ts'
import { foldScoresOf, metricsOf, pitHistogram, pooledRmse, reliabilityOf, squaredErrors } from './metrics.ts'
import type { FittedModel, ModelDescription } from '../model.ts'
import { overfittingOf } from './overfitting.ts'
import { priorFindings } from './prior-findings.ts'
import { rakedTo, unrakedNation } from '../units/raking.ts'
import type { Raking } from '../units/raking-types.ts'
import { hasWeights, weightFindings } from '../survey/survey-weights.ts'
import { testUnits } from '../units/unit-test.ts'
import { urbanFindings, type UrbanStratum } from '../survey/urban.ts'
import type { ValidatedLayer } from '../validate-layer.ts'

interface FittedLayer {
  given: LayerInput
  /** The input as given, with the urban stratum among its covariates if there is one. */
  input: LayerInput
  options: LayerOptions
  data: ClusterData
  fit: FittedModel
  description: ModelDescription
  /** The fit at its own clusters. */
  train: ClusterScores
  stratum: UrbanStratum | null
  raking: Raking | null
  /** Estimates for the country and each admin unit. */
  estimates: AdminEstimate[]
  validated: ValidatedLayer
  sensitivity: PriorSensitivity[]
}

/** What a report says of a layer: scores, tests, parameters and findings. Prevalences are shares from 0 to 1. */
export function diagnosticsOf(layer: FittedLayer): Omit<Diagnostics, 'verdict'> {
  const { given, input, options, data, fit, description, train, stratum, raking, estimates, validated } =
    layer
  const { sensitivity } = layer
  const { clusters, covariateNames } = input
  const { random, block, reference, randomFold, blocks } = validated
  const { folds, draws, seed } = options
  const cvBlock = metricsOf(block, data, blocks.fold, blocks.folds)
  const onTrain = metricsOf(train, data, new Int32Array(clusters.id.length), 1)
  const tallied = (wanted: 1 | 2): AdminTally => {
    const level = input.admin.find((one) => one.level === wanted)
    return {
      ...tally(estimates, wanted),
      together: level ? testUnits(fit.unitResiduals(level.clusterUnit, level.unitCount)) : null,
    }
  }
  return {
    train: onTrain,
    cv_random: metricsOf(random, data, randomFold, folds),
    cv_block: cvBlock,
    cv_block_without_covariates: reference && metricsOf(reference, data, blocks.fold, blocks.folds),
    fold_sizes: {
      cv_random: foldSizes(randomFold, folds),
      cv_block: foldSizes(blocks.fold, blocks.folds),
    },
    fold_scores: {
      cv_random: foldScoresOf(random, data, randomFold, folds),
      cv_block: foldScoresOf(block, data, blocks.fold, blocks.folds),
    },
    overfitting:
      reference &&
      overfittingOf(onTrain.r2 - cvBlock.r2, block.lpd, reference.lpd, blocks.fold, blocks.folds),
    national: nationalEstimate(estimates, raking),
    raked_units: rakedUnitsOf(raking),
    adm1: tallied(1),
    adm2: tallied(2),
    parameters: {
      ...description.parameters,
      displacement: given.displacement ?? null,
      weighted: hasWeights(clusters.weight),
      urban_share: stratum ? stratum.share : null,
      sampled_urban_share: stratum ? stratum.sampledShare : null,
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
    prior_sensitivity: sensitivity,
    importance: importanceOf(validated, data, covariateNames),
    pit: { cv_random: pitHistogram(random), cv_block: pitHistogram(block) },
    reliability: { cv_random: reliabilityOf(random, data), cv_block: reliabilityOf(block, data) },
    findings: [
      ...rakingFindings(raking),
      ...priorFindings(sensitivity),
      ...samplingFindings(description.parameters),
      ...latticeFindings(description.parameters),
      ...urbanFindings(given, options.urbanShare),
      ...weightFindings(clusters.weight),
      ...lostCurveFindings(given, description.parameters.method),
      ...boundFindings(clusters, estimates),
      ...findingsOf(given, validated),
    ],
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

/** The rise in RMSE of held-out prevalence when a covariate is permuted. */
function importanceOf(
  { random }: ValidatedLayer,
  { numerator, denominator }: ClusterData,
  names: string[],
): Diagnostics['importance'] {
  const observed = numerator.map((y, index) => y / denominator[index])
  const base = pooledRmse(squaredErrors(random.mean, observed))
  return names.map((name, index) => ({
    name,
    rmse_increase: pooledRmse(random.permutedSquaredError[index]) - base,
  }))
}
