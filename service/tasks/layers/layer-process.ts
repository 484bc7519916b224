import { fork } from 'node:child_process'
import { type LayerOutcome, type LayerTask, rastersOf } from '../../domain/jobs/run-layer/layer-task.ts'
import { lendFiles } from '../../domain/rasters/task/lend-files.ts'
import type { FileStore } from '../../files/file-store.ts'
import { CHILD_ENVIRONMENT } from '../../isolation/child-environment.ts'
import type { BytesRequest } from '../../isolation/child-messages.ts'
import { serveReads } from '../../isolation/serve-reads.ts'
import { type ErrorKind, ServiceError } from '../../service-error.ts'
import { kernelKills, saysOutOfMemory } from '../../isolation/memory-signs.ts'
import { OUT_OF_MEMORY } from '../out-of-memory.ts'
import { foreign, sentence } from '../../sentence.ts'

interface LayerHooks {
  progress: (step: string, fraction: number) => void
  log: (line: string) => void
  signal: AbortSignal
  /** The store of the layer's rasters. */
  files: FileStore
}

/** Computes a layer; the worker's own thread only supervises, so that heartbeats are sent in time. */
export type ComputeLayer = (task: LayerTask, hooks: LayerHooks) => Promise<LayerOutcome>

const READ_MS = 120_000

/** The layer cannot be computed, and repeating would not help; the message is for the person. */
export class LayerRejected extends Error {
  override name = 'LayerRejected'
}

/** An internal error during the computation: the message is for the log. */
export class LayerBroken extends Error {
  override name = 'LayerBroken'
}

/** The process was ended from outside: the layer may be retried. */
export class LayerProcessLost extends Error {
  override name = 'LayerProcessLost'
}

export type Message =
  | { type: 'progress'; step: string; fraction: number }
  | { type: 'log'; line: string }
  | { type: 'done'; outcome: LayerOutcome }
  | { type: 'rejected'; message: string }
  /** The task's folder is full, or cannot be written. */
  | { type: 'system'; kind: ErrorKind; message: string }
  | { type: 'broken'; message: string; stack: string }

/** Runs the layer in a separate process, which is ended at once when the signal is aborted. */
export const computeInProcess: ComputeLayer = (task, { progress, log, signal, files }) =>
  new Promise<LayerOutcome>((resolve, reject) => {
    signal.throwIfAborted()
    const killsBefore = kernelKills()
    const child = fork(new URL('./layer-process.child.ts', import.meta.url), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: CHILD_ENVIRONMENT,
      execArgv: [],
    })
    const lent = lendFiles(files, rastersOf(task), { readMs: READ_MS })
    const lending = lent && child.pid !== undefined ? serveReads(child, lent) : undefined
    let errorOutput = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(-4000)
    })
    const abort = () => child.kill('SIGKILL')
    signal.addEventListener('abort', abort, { once: true })
    let ending: (() => void) | undefined
    let done = false
    child.on('message', (message: Message | BytesRequest) => {
      if (!('type' in message)) return
      if (message.type === 'progress') progress(message.step, message.fraction)
      else if (message.type === 'log') log(message.line)
      else if (message.type === 'done') {
        done = true
        ending = () => resolve(message.outcome)
      } else if (message.type === 'rejected') ending = () => reject(new LayerRejected(message.message))
      else if (message.type === 'system')
        ending = () =>
          reject(
            new ServiceError(
              message.kind,
              foreign(message.message, sentence`A worker could not compute the layer.`),
            ),
          )
      else {
        const broken = new LayerBroken(message.message)
        broken.stack = message.stack
        ending = () => reject(saysOutOfMemory(message.message) ? new LayerRejected(OUT_OF_MEMORY) : broken)
      }
    })
    child.on('error', (error) => (ending ??= () => reject(new LayerProcessLost(error.message))))
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', abort)
      const notLent = lending?.failure()
      lending?.stop()
      if (signal.aborted) return reject(signal.reason as Error)
      if (notLent && !done) return reject(notLent)
      if (ending) return ending()
      const starved = saysOutOfMemory(errorOutput) || (killedBy === 'SIGKILL' && kernelKills() > killsBefore)
      if (starved) return reject(new LayerRejected(OUT_OF_MEMORY))
      reject(
        new LayerProcessLost(
          `The computing process ended with ${killedBy ?? `code ${code}`}. ${errorOutput}`,
        ),
      )
    })
    child.send(task, (error) => error && child.kill('SIGKILL'))
  })
