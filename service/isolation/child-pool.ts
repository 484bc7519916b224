import { rejectionOf } from './rejection-of.ts'
import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Caller } from '../context.ts'
import { CHILD_ENVIRONMENT } from './child-environment.ts'
import { ChildFailure, type FailureReason } from './child-failure.ts'
import type { BytesRequest, ChildAnswer, ChildStart, PoolQuestion } from './child-messages.ts'
import { watchdogWord } from './child-messages.ts'
import { createFairSlots } from './fair-slots.ts'
import { type Lending, type LentBytes, serveReads } from './serve-reads.ts'
import { kernelKills, saysOutOfMemory } from './memory-signs.ts'
import type { Sentence } from '../sentence.ts'

export interface ChildPoolOptions {
  /** A module that consists of a call of `serveParent`. */
  module: URL
  /** The most children, each with one request at a time; started on demand. */
  children: number
  /** Requests that one person can have running at once. */
  perPerson: number
  waitingPerPerson: number
  busy: Sentence
  /** Maximum time per request, after which the child is ended by SIGKILL. */
  wallMs: number
  /** Resident memory of one child. */
  memoryMiB: number
  /** A child that is idle for this long is ended. */
  idleMs: number
  /** Errors of the work that are rethrown here, rebuilt from their message. */
  expected: readonly (new (message: string) => Error)[]
}

interface ChildPool<Question> {
  /**
   * Sends a request to a child. A waiting request whose caller disconnects is dropped; a running one ends within
   * `wallMs`.
   * If bytes are lent, it ends as soon as its caller disconnects.
   * @param keys what the request needs that a child may have in its caches, the most important first: it prefers the
   * child that answered the last request with the same key
   * @throws ChildFailure, ServiceError 'unavailable' if the person has too many requests waiting, one of what was lent,
   * or one of `expected`
   */
  ask<Answer>(question: Question, keys: readonly string[], caller: Caller, lent?: LentBytes): Promise<Answer>
}

interface PendingRequest {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
  lending?: Lending
  signal?: AbortSignal
}

interface Member {
  child: ChildProcess
  pending: PendingRequest | null
  /** Newest last. */
  keys: Set<string>
  failure?: FailureReason
  errorOutput: string
  timer?: NodeJS.Timeout
}

const REMEMBERED_KEYS = 256

/** Long-lived children for many short requests that share caches: map tiles, values, samples. */
export function createChildPool<Question>(options: ChildPoolOptions): ChildPool<Question> {
  const slots = createFairSlots({ slots: options.children, ...options })
  const members = new Set<Member>()

  const idle = () => [...members].filter(({ pending, failure }) => pending === null && failure === undefined)

  const free = (wanted: readonly string[]): Member => {
    const found = idle()
    for (const key of wanted) {
      const known = found.find(({ keys }) => keys.has(key))
      if (known) return known
    }
    return found[0] ?? start()
  }

  /** Whether an idle child has what the request needs most, or no child has it. */
  const suits = ([key]: readonly string[]) =>
    idle().some(({ keys }) => keys.has(key)) || ![...members].some(({ keys }) => keys.has(key))

  const start = (): Member => {
    const { memoryMiB } = options
    const killsBefore = kernelKills()
    const about: ChildStart = { parent: process.pid, cpuMs: null, memoryMiB }
    const child = fork(options.module, [JSON.stringify(about)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: CHILD_ENVIRONMENT,
      execArgv: [`--max-old-space-size=${memoryMiB}`],
    })
    const member: Member = { child, pending: null, keys: new Set(), errorOutput: '' }
    members.add(member)
    child.stderr?.on('data', (chunk: Buffer) => {
      member.errorOutput = (member.errorOutput + chunk.toString()).slice(-4000)
    })
    child.on('message', (message: ChildAnswer | BytesRequest) => {
      if ('type' in message) settle(member, message)
    })
    child.on('error', (error) => lose(member, error.message))
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL' && kernelKills() > killsBefore) member.failure ??= 'memory'
      lose(member, `${signal ?? `Code ${code}`}.`)
    })
    return member
  }

  const settle = (member: Member, message: ChildAnswer) => {
    const { pending } = member
    if (!pending) return
    rest(member)
    if (message.type === 'done') return pending.resolve(message.answer)
    const notLent = pending.lending?.failure()
    if (notLent) return pending.reject(notLent)
    if (pending.lending && pending.signal?.aborted) return pending.reject(new ChildFailure('aborted'))
    if (message.type === 'service-error') return pending.reject(rejectionOf(message))
    const Known = options.expected.find(({ name }) => name === message.name)
    if (Known) pending.reject(new Known(message.message))
    else if (saysOutOfMemory(message.message)) pending.reject(new ChildFailure('memory'))
    else pending.reject(new ChildFailure('crashed', message.stack))
  }

  /** An idle child does not keep this process alive, and ends with it. */
  const rest = (member: Member) => {
    clearTimeout(member.timer)
    member.pending?.lending?.stop()
    member.pending = null
    member.timer = setTimeout(() => end(member), options.idleMs).unref()
    hold(member, 'unref')
  }

  const hold = ({ child }: Member, how: 'ref' | 'unref') => {
    child[how]()
    child.channel?.[how]()
    ;(child.stderr as Socket | null)?.[how]()
  }

  const end = (member: Member, failure: FailureReason = 'aborted') => {
    member.failure ??= failure
    member.child.kill('SIGKILL')
  }

  const lose = (member: Member, detail: string) => {
    if (!members.delete(member)) return
    clearTimeout(member.timer)
    const { errorOutput } = member
    if (errorOutput.includes(watchdogWord('memory')) || saysOutOfMemory(errorOutput))
      member.failure ??= 'memory'
    const { pending, failure } = member
    const notLent = pending?.lending?.failure(failure === 'time')
    pending?.lending?.stop()
    pending?.reject(notLent ?? new ChildFailure(failure ?? 'crashed', `${detail} ${errorOutput}`))
    member.pending = null
  }

  const send = (question: Question, wanted: readonly string[], lent?: LentBytes, signal?: AbortSignal) =>
    new Promise<unknown>((resolve, reject) => {
      const member = free(wanted)
      const { child } = member
      hold(member, 'ref')
      clearTimeout(member.timer)
      member.timer = setTimeout(() => end(member, 'time'), options.wallMs)
      const lending = lent && serveReads(child, lent)
      member.pending = { resolve, reject, lending, signal }
      if (lending) signal?.addEventListener('abort', lending.stop, { once: true })
      remember(member.keys, wanted)
      // A dead child is reported by its 'close' event.
      child.send({ question } satisfies PoolQuestion, () => {})
    })

  return {
    ask: <Answer>(
      question: Question,
      keys: readonly string[],
      { personId, signal }: Caller,
      lent?: LentBytes,
    ) =>
      slots.run(
        personId,
        () => send(question, keys, lent, signal) as Promise<Answer>,
        signal,
        () => suits(keys),
      ),
  }
}

function remember(keys: Set<string>, used: readonly string[]): void {
  for (const key of used) {
    keys.delete(key)
    keys.add(key)
  }
  for (const oldest of keys) {
    if (keys.size <= REMEMBERED_KEYS) return
    keys.delete(oldest)
  }
}
