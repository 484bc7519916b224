import { ServiceError } from '../service-error.ts'
import { ChildFailure } from './child-failure.ts'

/** A person's id; null for work that belongs to no one, which shares one place in the queue. */
type Person = number | null

export interface FairSlots {
  /**
   * Does the work when it is the person's turn.
   * @throws ServiceError 'unavailable' if the person has too much work waiting; ChildFailure 'aborted' if `signal` is
   * aborted before the turn
   */
  run<Result>(person: Person, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

export interface FairSlotsOptions {
  /** The most work in progress at once. */
  slots: number
  /** Per person; fewer than `slots`, so that one person alone never blocks everyone. */
  perPerson: number
  /** How much more work of one person may wait. */
  waitingPerPerson: number
  /** One sentence for a person who has too much work waiting. */
  busy: string
}

const RETRY_SECONDS = 10

/** A pool of slots that people share: waiting people are served in turn, one piece of work per person and round. */
export function createFairSlots({ slots, perPerson, waitingPerPerson, busy }: FairSlotsOptions): FairSlots {
  let running = 0
  const runningOf = new Map<Person, number>()
  // In order of their turns.
  const waiting = new Map<Person, (() => void)[]>()

  const take = (person: Person) => {
    running++
    runningOf.set(person, (runningOf.get(person) ?? 0) + 1)
  }
  const mayRun = (person: Person) => running < slots && (runningOf.get(person) ?? 0) < perPerson

  const remove = (person: Person, start: () => void) => {
    const left = (waiting.get(person) ?? []).filter((one) => one !== start)
    if (left.length > 0) waiting.set(person, left)
    else waiting.delete(person)
  }
  const startNext = () => {
    const person = [...waiting.keys()].find(mayRun)
    if (person === undefined) return
    const [start, ...left] = waiting.get(person)!
    waiting.delete(person)
    if (left.length > 0) waiting.set(person, left)
    take(person)
    start()
  }
  const release = (person: Person) => {
    running--
    const left = runningOf.get(person)! - 1
    if (left > 0) runningOf.set(person, left)
    else runningOf.delete(person)
    startNext()
  }
  const turn = (person: Person, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        remove(person, start)
        reject(new ChildFailure('aborted'))
      }
      waiting.set(person, [...(waiting.get(person) ?? []), start])
      signal?.addEventListener('abort', leave, { once: true })
    })

  return {
    async run(person, work, signal) {
      if (signal?.aborted) throw new ChildFailure('aborted')
      if (mayRun(person)) take(person)
      else {
        if ((waiting.get(person)?.length ?? 0) >= waitingPerPerson)
          throw new ServiceError('unavailable', busy, {
            headers: { 'Retry-After': String(RETRY_SECONDS) },
          })
        await turn(person, signal)
      }
      try {
        return await work()
      } finally {
        release(person)
      }
    },
  }
}
