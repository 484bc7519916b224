import { foldTasks, gather, type Gathered } from './cross-validate.ts'
import { blockFolds, randomFolds, type BlockFolds } from './fold-split.ts'
import type { FittedModel, ModelDescription } from './model.ts'
import type { ClusterData, MapFolds } from './fold-types.ts'
import type { LayerOptions, Progress } from './layer-types.ts'

export interface ValidatedLayer {
  randomFold: Int32Array
  random: Gathered
  blocks: BlockFolds
  block: Gathered
  /** The block folds without covariates; null where there is none to leave out. */
  reference: Gathered | null
}

interface ValidateOptions extends LayerOptions {
  /** Whether the last covariate is the urban stratum, which is no choice of the person. */
  stratified: boolean
  mapFolds: MapFolds
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
  const { folds, seed, method, mapFolds, signal, progress } = options

  async function validate(
    step: string,
    [from, to]: readonly [number, number],
    given: ClusterData,
    { fold, folds: count }: { fold: Int32Array; folds: number },
    importance = false,
  ): Promise<Gathered> {
    let done = 0
    progress(step, from)
    const tasks = foldTasks(given, fold, count, { method, start: fit.start, seed, importance })
    const results = await mapFolds(tasks, {
      signal,
      onDone: () => progress(step, from + ((to - from) * ++done) / count),
    })
    signal?.throwIfAborted()
    return gather(results, fold, importance ? given.covariates.length : 0)
  }

  const randomFold = randomFolds(data.longitude.length, folds, seed)
  const byRandom = { fold: randomFold, folds }
  const random = await validate('Cross-validation (random)', [0, 0.38], data, byRandom, true)
  const blockKm = options.blockKm === 'auto' ? rangeKm : options.blockKm
  const blocks = blockFolds(data.longitude, data.latitude, folds, blockKm, seed)
  const block = await validate('Cross-validation (blocks)', [0.38, 0.7], data, blocks)
  const kept = options.stratified ? data.covariates.slice(-1) : []
  const reference =
    kept.length < data.covariates.length
      ? await validate('Cross-validation (no covariates)', [0.7, 1], { ...data, covariates: kept }, blocks)
      : null
  return { randomFold, random, blocks, block, reference }
}
