import { parentPort } from 'node:worker_threads'
import { runFold } from './fold.ts'
import { ModelError } from './model-error.ts'
import type { FoldResult, FoldTask } from './types.ts'

export type FoldAnswer = { result: FoldResult } | { error: string; isModelError: boolean }

parentPort?.on('message', (task: FoldTask) => {
  runFold(task).then(
    (result) => parentPort?.postMessage({ result } satisfies FoldAnswer),
    (error: unknown) =>
      parentPort?.postMessage({
        error: error instanceof Error ? error.message : String(error),
        isModelError: error instanceof ModelError,
      } satisfies FoldAnswer),
  )
})
