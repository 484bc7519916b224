import type { Sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import { ChildFailure } from './child-failure.ts'

/** A person's id; null for work that belongs to no one, which shares one place in the queue. */
type Person = number | null

interface FairSlots {
  /**
   * Does the work when it is the person's turn, or before it while nobody has waited long and `suits` says that a free
   * slot suits this work best.
   * @throws ServiceError 'unavailable' if the person has too much work waiting; ChildFailure 'aborted' if `signal` is
   * aborted before the turn
   */
  run<Result>(
    person: Person,
    work: () => Promise<Result>,
    signal?: AbortSignal,
    suits?: () => boolean,
  ): Promise<Result>
}

interface FairSlotsOptions {
  /** The most work in progress at once. */
  slots: number
  /** Slots that one person can use; fewer than `slots`, so that no one blocks everyone else. */
  perPerson: number
  /** Requests of one person that may wait. */
  waitingPerPerson: number
  /** Error for a person who has too many requests waiting. */
  busy: Sentence
}

const RETRY_SECONDS = 10

/** A person who has waited longer is served in turn. */
const TURN_AFTER_MS = 500

interface Waiting {
  start: () => void
  since: number
  suits?: () => boolean
}

/** A pool of slots that people share: waiting people are served in turn, one piece of work per person and round. */
export function createFairSlots({ slots, perPerson, waitingPerPerson, busy }: FairSlotsOptions): FairSlots {
  let running = 0
  const runningOf = new Map<Person, number>()
  // In order of their turns.
  const waiting = new Map<Person, Waiting[]>()

  const take = (person: Person) => {
    running++
    runningOf.set(person, (runningOf.get(person) ?? 0) + 1)
  }
  const mayRun = (person: Person) => running < slots && (runningOf.get(person) ?? 0) < perPerson

  const remove = (person: Person, gone: Waiting) => {
    const left = (waiting.get(person) ?? []).filter((one) => one !== gone)
    if (left.length > 0) waiting.set(person, left)
    else waiting.delete(person)
  }
  const startNext = () => {
    const people = [...waiting.keys()].filter(mayRun)
    if (people.length === 0) return
    const [inTurn] = waiting.get(people[0])!
    const early = performance.now() - inTurn.since < TURN_AFTER_MS
    const suiting = (person: Person) => waiting.get(person)!.find(({ suits }) => suits?.())
    const person = (early && people.find(suiting)) || people[0]
    const next = suiting(person) ?? waiting.get(person)![0]
    const left = waiting.get(person)!.filter((one) => one !== next)
    waiting.delete(person)
    if (left.length > 0) waiting.set(person, left)
    take(person)
    next.start()
  }
  const release = (person: Person) => {
    running--
    const left = runningOf.get(person)! - 1
    if (left > 0) runningOf.set(person, left)
    else runningOf.delete(person)
    startNext()
  }
  const turn = (person: Person, signal?: AbortSignal, suits?: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const one: Waiting = { start, since: performance.now(), suits }
      const leave = () => {
        remove(person, one)
        reject(new ChildFailure('aborted'))
      }
      waiting.set(person, [...(waiting.get(person) ?? []), one])
      signal?.addEventListener('abort', leave, { once: true })
    })

  return {
    async run(person, work, signal, suits) {
      if (signal?.aborted) throw new ChildFailure('aborted')
      if (mayRun(person)) take(person)
      else {
        if ((waiting.get(person)?.length ?? 0) >= waitingPerPerson)
          throw new ServiceError('unavailable', busy, {
            headers: { 'Retry-After': String(RETRY_SECONDS) },
          })
        await turn(person, signal, suits)
      }
      try {
        return await work()
      } finally {
        release(person)
      }
    },
  }
}
