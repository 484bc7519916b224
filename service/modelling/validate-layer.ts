import { foldTasks, gather, type Gathered } from './validation/cross-validate.ts'
import { blockFolds, randomFolds, type BlockFolds } from './folds/fold-split.ts'
import type { FittedModel, ModelDescription } from './model.ts'
import { modelOf } from './models.ts'
import type { ClusterData, MapFolds } from './folds/fold-types.ts'
import type { LayerOptions, Progress } from './layer-types.ts'
import type { FitStart, FittedMethod } from './model-parameters.ts'

export interface ValidatedLayer {
  randomFold: Int32Array
  random: Gathered
  blocks: BlockFolds
  block: Gathered
  /** The block folds without covariates; null where there is none to leave out. */
  reference: Gathered | null
}

interface ValidateOptions extends LayerOptions {
  method: FittedMethod
  /** Whether the last covariate is the urban stratum, which is no choice of the person. */
  stratified: boolean
  mapFolds: MapFolds
  pause: () => Promise<void>
  signal?: AbortSignal
  /** The fraction runs from 0 to 1 over the validation. */
  progress: Progress
}

/**
 * Cross-validates a fit: random folds with permutation importance, spatial blocks as long as the model's range, and
 * the same blocks without covariates, which shows how much the covariates help.
 */
export async function validateLayer(
  data: ClusterData,
  fit: FittedModel,
  { rangeKm }: ModelDescription,
  options: ValidateOptions,
): Promise<ValidatedLayer> {
  const { folds, seed, method, mapFolds, pause, signal, progress } = options

  async function validate(
    step: string,
    [from, to]: readonly [number, number],
    given: ClusterData,
    { fold, folds: count }: { fold: Int32Array; folds: number },
    start: FitStart,
    importance = false,
  ): Promise<Gathered> {
    let done = 0
    progress(step, from)
    const tasks = foldTasks(given, fold, count, { method, start, seed, importance })
    const results = await mapFolds(tasks, {
      signal,
      onDone: () => progress(step, from + ((to - from) * ++done) / count),
    })
    signal?.throwIfAborted()
    return gather(results, fold, importance ? given.covariates.length : 0)
  }

  const randomFold = randomFolds(data.longitude.length, folds, seed)
  const byRandom = { fold: randomFold, folds }
  const random = await validate('Cross-validation (random)', [0, 0.38], data, byRandom, fit.start, true)
  const blockKm = options.blockKm === 'auto' ? rangeKm : options.blockKm
  const blocks = blockFolds(data.longitude, data.latitude, folds, blockKm, seed)
  const block = await validate('Cross-validation (blocks)', [0.38, 0.7], data, blocks, fit.start)
  const kept = options.stratified ? data.covariates.slice(-1) : []
  if (kept.length === data.covariates.length) return { randomFold, random, blocks, block, reference: null }
  const bare = { ...data, covariates: kept }
  // Without covariates, surface and clusters have other parameters; found once, they save each fold most of its search.
  const { start } = await modelOf(method).fit(bare, kept.map(String), {
    start: fit.start,
    strict: false,
    pause,
  })
  const reference = await validate('Cross-validation (no covariates)', [0.7, 1], bare, blocks, start)
  return { randomFold, random, blocks, block, reference }
}
