import { rejectionOf } from './rejection-of.ts'
import { type ChildProcess, fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { deserialize } from 'node:v8'
import { CHILD_ENVIRONMENT } from './child-environment.ts'
import { ChildFailure, type FailureReason } from './child-failure.ts'
import {
  ANSWER_FD,
  type ChildAnswer,
  type ChildInput,
  type ChildLimits,
  type ChildReport,
  type ChildStart,
  watchdogWord,
} from './child-messages.ts'
import { type LentBytes, serveReads } from './serve-reads.ts'
import { kernelKills, saysOutOfMemory } from './memory-signs.ts'

interface ChildWork {
  /** A module that consists of a call of `runChildOnce`. */
  module: URL
  /** Anything that can be cloned, and small: it is copied on this thread. */
  input: unknown
  /** The untrusted bytes: streamed to the child, so that they are never left in a file. */
  content?: Uint8Array
  limits: ChildLimits
  /** Aborted when the answer is no longer needed. */
  signal?: AbortSignal
  /** Files of which the child may read parts. */
  lent?: LentBytes
  /** Called with numbers from 0 to 1, never smaller than the one before. */
  onProgress?: (fraction: number) => void
  /** Errors of the work that are rethrown here, rebuilt from their message. */
  expected?: readonly (new (message: string) => Error)[]
}

/**
 * Processes untrusted input in a child process, which is ended by SIGKILL when it exceeds a limit, when `signal` is
 * aborted, and when this process ends. Settles once the child has exited.
 * @throws ChildFailure, ServiceError of the work or of what was lent, or one of `expected`
 */
export function runInChild<Answer>(work: ChildWork): Promise<Answer> {
  const { module, limits, signal } = work
  if (signal?.aborted) return Promise.reject(new ChildFailure('aborted'))
  return new Promise<Answer>((resolve, reject) => {
    const { cpuMs, memoryMiB, wallMs } = limits
    const killsBefore = kernelKills()
    const start: ChildStart = { parent: process.pid, cpuMs, memoryMiB }
    const child = fork(module, [JSON.stringify(start)], {
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'pipe', 'ipc', 'pipe'],
      env: CHILD_ENVIRONMENT,
      execArgv: [`--max-old-space-size=${memoryMiB}`],
    })
    let failure: FailureReason | undefined
    const end = (reason: FailureReason) => {
      failure ??= reason
      child.kill('SIGKILL')
    }
    const abort = () => end('aborted')
    const timer = setTimeout(() => end('time'), wallMs)
    signal?.addEventListener('abort', abort, { once: true })
    const lending = work.lent && child.pid !== undefined ? serveReads(child, work.lent) : undefined
    const release = () => {
      lending?.stop()
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    child.on('error', (error) => {
      // A process that could not be started emits no 'close'.
      if (child.pid !== undefined) return
      release()
      reject(new ChildFailure('crashed', error.message))
    })
    if (child.pid === undefined) return
    const said = listen(child, limits.answerBytes, () => end('answer'))
    child.on('close', (code, killedBy) => {
      const notLent = failure === 'aborted' ? undefined : lending?.failure(failure === 'time')
      release()
      const { answer, errorOutput } = said()
      if (errorOutput.includes(watchdogWord('cpu'))) failure ??= 'cpu'
      if (errorOutput.includes(watchdogWord('memory'))) failure ??= 'memory'
      if (code !== 0 && saysOutOfMemory(errorOutput)) failure ??= 'memory'
      if (killedBy === 'SIGKILL' && kernelKills() > killsBefore) failure ??= 'memory'
      if (failure) return reject(notLent ?? new ChildFailure(failure))
      if (code !== 0 || answer.length === 0)
        return reject(new ChildFailure('crashed', `${killedBy ?? `Code ${code}`}. ${errorOutput}`))
      try {
        resolve(unpack(answer, work.expected ?? []) as Answer)
      } catch (error) {
        reject(notLent ?? (error as Error))
      }
    })
    if (work.onProgress) passOn(child, work.onProgress)
    send(child, work)
  })
}

function send(child: ChildProcess, { input, content }: ChildWork): void {
  const message: ChildInput = { input, hasContent: content !== undefined }
  // A child that exits early closes its side: its exit status says what happened.
  child.send(message, () => {})
  child.stdin?.on('error', () => {}).end(content)
}

/** A child that a hostile file has taken over may say anything. */
function passOn(child: ChildProcess, onProgress: (fraction: number) => void): void {
  let last = 0
  child.on('message', (message) => {
    const { fraction } = ((message as unknown) ?? {}) as Partial<ChildReport>
    if (typeof fraction !== 'number' || !(fraction > last && fraction <= 1)) return
    last = fraction
    onProgress(fraction)
  })
}

/** Collects the child's answer, up to a limit, and the end of its error output. */
function listen(child: ChildProcess, mostBytes: number, tooLarge: () => void) {
  const pieces: Buffer[] = []
  let bytes = 0
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(-4000)))
  const answers = child.stdio[ANSWER_FD] as Readable
  answers.on('error', () => {})
  answers.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes <= mostBytes) return void pieces.push(chunk)
    pieces.length = 0
    tooLarge()
  })
  return () => ({ answer: Buffer.concat(pieces), errorOutput })
}

function unpack(bytes: Buffer, expected: readonly (new (message: string) => Error)[]): unknown {
  const answer = deserialize(bytes) as ChildAnswer
  if (answer.type === 'done') return answer.answer
  if (answer.type === 'service-error') throw rejectionOf(answer)
  const { message } = answer
  const Known = expected.find(({ name }) => name === answer.name)
  if (Known) throw new Known(message)
  if (saysOutOfMemory(message)) throw new ChildFailure('memory')
  throw new ChildFailure('crashed', answer.stack || message)
}
