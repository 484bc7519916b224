import { ChildFailure } from '../../isolation/child-failure.ts'
import { ServiceError } from '../../service-error.ts'
import { fixed, sentence } from '../../sentence.ts'

/** Calls of one person that are computed at once in a process. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 100

export interface CallTurns {
  /**
   * Waits for the caller's turn. Call the returned function when the result is there, whatever becomes of it.
   * @throws ServiceError 'too-many' if too many calls are waiting; ChildFailure 'aborted' if `signal` is aborted first
   */
  take(caller: string, signal?: AbortSignal): Promise<() => void>
}

interface Turns {
  running: number
  /** In order of their arrival. */
  waiting: Set<() => void>
}

/**
 * Lets each caller have a few calls in progress, and the others wait: however many connections a person opens, the main
 * thread and half of the database's connections are left to other people.
 */
export function createCallTurns(connections: number): CallTurns {
  const atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(connections / 2)))
  const callers = new Map<string, Turns>()

  const end = (caller: string, turns: Turns) => {
    const [next] = turns.waiting
    // The next call takes over this turn.
    if (next) return next()
    turns.running--
    if (turns.running === 0) callers.delete(caller)
  }
  const wait = ({ waiting }: Turns, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        waiting.delete(start)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(start)
        reject(new ChildFailure('aborted'))
      }
      waiting.add(start)
      signal?.addEventListener('abort', leave, { once: true })
    })

  return {
    async take(caller, signal) {
      if (signal?.aborted) throw new ChildFailure('aborted')
      const turns = callers.get(caller) ?? { running: 0, waiting: new Set() }
      callers.set(caller, turns)
      if (turns.running < atOnce) turns.running++
      else if (turns.waiting.size >= MOST_WAITING)
        throw new ServiceError(
          'too-many',
          sentence`You have ${fixed(MOST_WAITING)} calls waiting, and others in progress. Try again when some have been answered.`,
          { headers: { 'Retry-After': '1' } },
        )
      else await wait(turns, signal)
      let ended = false
      return () => {
        if (!ended) end(caller, turns)
        ended = true
      }
    },
  }
}
