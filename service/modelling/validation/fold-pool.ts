import { Worker } from 'node:worker_threads'
import type { FoldAnswer } from './fold-worker.ts'
import type { FailedFold, FoldResult, FoldTask, MapFolds } from '../folds/fold-types.ts'

/**
 * Runs `work` with up to `threads` worker threads for its folds: started when first needed, kept for later folds, and
 * ended with `work`, also on error and on abort. Each fold is computed whole by one thread from its task alone, so the
 * answers don't depend on the number of threads.
 */
export async function withFoldThreads<T>(
  threads: number,
  work: (mapFolds: MapFolds) => Promise<T>,
): Promise<T> {
  const workers: Worker[] = []
  const mapFolds: MapFolds = async (tasks, { signal, onDone }) => {
    signal?.throwIfAborted()
    const results: (FoldResult | FailedFold)[] = Array.from({ length: tasks.length })
    let next = 0
    let stop: (() => void) | undefined
    try {
      const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(signal?.reason as Error)
        signal?.addEventListener('abort', stop, { once: true })
      })
      const drain = async (lane: number) => {
        workers[lane] ??= new Worker(new URL('./fold-worker.ts', import.meta.url))
        while (next < tasks.length) {
          const index = next++
          results[index] = await ask(workers[lane], tasks[index])
          onDone()
        }
      }
      const lanes = Array.from({ length: Math.max(1, Math.min(threads, tasks.length)) }, (_, lane) =>
        drain(lane),
      )
      await Promise.race([Promise.all(lanes), aborted])
      return results
    } finally {
      if (stop) signal?.removeEventListener('abort', stop)
      next = tasks.length
    }
  }
  try {
    return await work(mapFolds)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function ask(worker: Worker, task: FoldTask): Promise<FoldResult | FailedFold> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      act()
    }
    const onMessage = (answer: FoldAnswer) =>
      settle(() => {
        if ('result' in answer) resolve(answer.result)
        else reject(new Error(answer.error))
      })
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('The thread of a fold ended before its answer.')))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(task)
  })
}
