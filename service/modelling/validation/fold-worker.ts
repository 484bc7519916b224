import { parentPort } from 'node:worker_threads'
import { runFold } from './fold.ts'
import type { FailedFold, FoldResult, FoldTask } from '../folds/fold-types.ts'

export type FoldAnswer = { result: FoldResult | FailedFold } | { error: string }

parentPort?.on('message', (task: FoldTask) => {
  runFold(task).then(
    (result) => parentPort?.postMessage({ result } satisfies FoldAnswer),
    (error: unknown) =>
      parentPort?.postMessage({
        error: error instanceof Error ? error.message : String(error),
      } satisfies FoldAnswer),
  )
})
