import { runFold } from './fold.ts'
import { membersOf } from '../folds/fold-split.ts'
import type { ClusterData, FailedFold, FoldResult, FoldTask, MapFolds } from '../folds/fold-types.ts'

/** The clusters at the indexes `keep`, in that order, as copies. */
export function subset(data: ClusterData, keep: Int32Array): ClusterData {
  const pick = (values: Float64Array) => Float64Array.from(keep, (index) => values[index])
  return {
    longitude: pick(data.longitude),
    latitude: pick(data.latitude),
    numerator: pick(data.numerator),
    denominator: pick(data.denominator),
    covariates: data.covariates.map(pick),
    ...(data.samplingDensity && { samplingDensity: pick(data.samplingDensity) }),
  }
}

/** A task per fold: `fold` says which fold holds each cluster out. */
export function foldTasks(
  data: ClusterData,
  fold: Int32Array,
  folds: number,
  { seed, ...shared }: Omit<FoldTask, 'train' | 'test'>,
): FoldTask[] {
  return Array.from({ length: folds }, (_, wanted) => ({
    ...shared,
    train: subset(data, membersOf(fold, wanted, false)),
    test: subset(data, membersOf(fold, wanted, true)),
    seed: seed + wanted,
  }))
}

/** Runs one fold after the other, on this thread. */
export function sequentialFolds(pause: () => Promise<void>): MapFolds {
  return async (tasks, { onDone }) => {
    const results: (FoldResult | FailedFold)[] = []
    for (const task of tasks) {
      results.push(await runFold(task, pause))
      onDone()
    }
    return results
  }
}

const NUMBERS = [
  'mean',
  'lower',
  'upper',
  'lpd',
  'crps',
  'expected50',
  'expected80',
  'expected95',
  'pitLower',
  'pitUpper',
  'z',
] as const
const FLAGS = ['covered50', 'covered80', 'covered95'] as const

export interface Gathered extends FoldResult {
  /** Why folds failed, one sentence each; their clusters have NaN for every figure. */
  failed: string[]
}

/** Puts the folds' results back in the order of the clusters. */
export function gather(results: (FoldResult | FailedFold)[], fold: Int32Array, covariates: number): Gathered {
  const next = new Int32Array(results.length)
  /** Position of each cluster among the held-out ones of its fold. */
  const position = fold.map((wanted) => next[wanted]++)
  const numbers = (of: (result: FoldResult) => Float64Array) =>
    Float64Array.from(fold, (wanted, cluster) => {
      const result = results[wanted]
      return 'failed' in result ? Number.NaN : of(result)[position[cluster]]
    })
  const flags = (key: (typeof FLAGS)[number]) =>
    Uint8Array.from(fold, (wanted, cluster) => {
      const result = results[wanted]
      return 'failed' in result ? 0 : result[key][position[cluster]]
    })
  return {
    ...(Object.fromEntries(NUMBERS.map((key) => [key, numbers((result) => result[key])])) as Pick<
      FoldResult,
      (typeof NUMBERS)[number]
    >),
    ...(Object.fromEntries(FLAGS.map((key) => [key, flags(key)])) as Pick<
      FoldResult,
      (typeof FLAGS)[number]
    >),
    permutedSquaredError: Array.from({ length: covariates }, (_, index) =>
      numbers((result) => result.permutedSquaredError[index]),
    ),
    failed: results.flatMap((result) => ('failed' in result ? [result.failed] : [])),
  }
}
