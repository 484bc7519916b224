import { runFold } from './fold.ts'
import type { ClusterData, FoldResult, FoldTask, MapFolds } from './types.ts'

export function subset(data: ClusterData, keep: Int32Array): ClusterData {
  const pick = (values: Float64Array) => Float64Array.from(keep, (index) => values[index])
  return {
    longitude: pick(data.longitude),
    latitude: pick(data.latitude),
    numerator: pick(data.numerator),
    denominator: pick(data.denominator),
    covariates: data.covariates.map(pick),
  }
}

/** Clusters of a fold, ascending. */
export function membersOf(fold: Int32Array, wanted: number, inside: boolean): Int32Array {
  const members: number[] = []
  fold.forEach((value, cluster) => {
    if ((value === wanted) === inside) members.push(cluster)
  })
  return Int32Array.from(members)
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

/** One fold after the other, on this thread. */
export function sequentialFolds(pause: () => Promise<void>): MapFolds {
  return async (tasks, { onDone }) => {
    const results: FoldResult[] = []
    for (const task of tasks) {
      results.push(await runFold(task, pause))
      onDone()
    }
    return results
  }
}

/** Puts the folds' answers back in the order of the clusters. */
export function gather(results: FoldResult[], fold: Int32Array): FoldResult {
  const count = fold.length
  const numbers = (key: 'mean' | 'lower' | 'upper' | 'lpd' | 'crps' | 'pitLower' | 'pitUpper') => {
    const out = new Float64Array(count)
    scatter((wanted, position, cluster) => (out[cluster] = results[wanted][key][position]))
    return out
  }
  const flags = (key: 'covered50' | 'covered80' | 'covered95') => {
    const out = new Uint8Array(count)
    scatter((wanted, position, cluster) => (out[cluster] = results[wanted][key][position]))
    return out
  }
  function scatter(put: (wanted: number, position: number, cluster: number) => void): void {
    const next = new Int32Array(results.length)
    for (let cluster = 0; cluster < count; cluster++) put(fold[cluster], next[fold[cluster]]++, cluster)
  }
  return {
    mean: numbers('mean'),
    lower: numbers('lower'),
    upper: numbers('upper'),
    lpd: numbers('lpd'),
    crps: numbers('crps'),
    covered50: flags('covered50'),
    covered80: flags('covered80'),
    covered95: flags('covered95'),
    pitLower: numbers('pitLower'),
    pitUpper: numbers('pitUpper'),
    permutedSquaredError: results[0].permutedSquaredError.map((_, index) => {
      const out = new Float64Array(count)
      scatter((wanted, position, cluster) => {
        out[cluster] = results[wanted].permutedSquaredError[index][position]
      })
      return out
    }),
  }
}
