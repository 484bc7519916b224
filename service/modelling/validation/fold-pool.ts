import { Worker } from 'node:worker_threads'
import type { FoldAnswer } from './fold-worker.ts'
import type { FailedFold, FoldResult, FoldTask, MapFolds } from '../folds/fold-types.ts'

/**
 * Spreads folds over `threads` worker threads, started for the call and ended with it, also on error and on abort.
 * Each fold is computed whole by one thread from its task alone, so the answers don't depend on the number of threads.
 */
export function threadedFolds(threads: number): MapFolds {
  return async (tasks, { signal, onDone }) => {
    signal?.throwIfAborted()
    const results: (FoldResult | FailedFold)[] = Array.from({ length: tasks.length })
    const workers: Worker[] = []
    let next = 0
    let stop: (() => void) | undefined
    try {
      const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(signal?.reason as Error)
        signal?.addEventListener('abort', stop, { once: true })
      })
      const drain = async () => {
        const worker = new Worker(new URL('./fold-worker.ts', import.meta.url))
        workers.push(worker)
        while (next < tasks.length) {
          const index = next++
          results[index] = await ask(worker, tasks[index])
          onDone()
        }
      }
      const lanes = Array.from({ length: Math.max(1, Math.min(threads, tasks.length)) }, drain)
      await Promise.race([Promise.all(lanes), aborted])
      return results
    } finally {
      if (stop) signal?.removeEventListener('abort', stop)
      next = tasks.length
      await Promise.all(workers.map((worker) => worker.terminate()))
    }
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
