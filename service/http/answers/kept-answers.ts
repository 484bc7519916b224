import type { Services } from '../../context.ts'

/** So the making takes a tenth of the time at most, however often it is asked for. */
const TIMES_AS_LONG = 10
const MOST = 20

const kept = new WeakMap<Services, Map<string, Promise<unknown>>>()

/**
 * An answer that is the same for everybody: made once for all who ask meanwhile, and kept ten times as long as that took.
 */
export function keptAnswer<T>(services: Services, name: string, make: () => Promise<T>): Promise<T> {
  const answers = kept.get(services) ?? new Map<string, Promise<unknown>>()
  kept.set(services, answers)
  const found = answers.get(name) as Promise<T> | undefined
  if (found) return found
  const begun = performance.now()
  const made = make()
  const drop = () => {
    if (answers.get(name) === made) answers.delete(name)
  }
  answers.set(name, made)
  if (answers.size > MOST) answers.delete(answers.keys().next().value!)
  made.then(() => setTimeout(drop, TIMES_AS_LONG * (performance.now() - begun)).unref(), drop)
  return made
}
