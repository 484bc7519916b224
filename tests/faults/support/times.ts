import { seeded } from '../../support/jobs/layer-fixture.ts'
import { LONG } from '../../support/long.ts'

/** How often each fault is injected; `FAULT_TIMES=20 npm run test:long` for the matrix's figure. */
export const TIMES = Math.max(1, Number(process.env.FAULT_TIMES ?? 3))
/** Layers in a race; the matrix requires 10,000. */
export const LAYERS = Math.max(4, Number(process.env.FAULT_LAYERS ?? (LONG ? 10_000 : 250)))
export const SEED = Number(process.env.FAULT_SEED ?? 1)

/** Moments at which a fault strikes; another FAULT_SEED gives others. */
export const random = seeded(SEED)
const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1)
export const times = upTo(TIMES)
/** One round of faults that strike one after the other, because every change runs them again. */
export const rounds = upTo(LONG || process.env.FAULT_TIMES ? TIMES : 1)

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Checks every 20 ms; throws with `what` if it does not become true in time. */
export async function until(
  what: string,
  ms: number,
  ask: () => Promise<boolean> | boolean,
): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (await ask()) return performance.now() - start
    if (performance.now() - start > ms) throw new Error(`Not within ${ms} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
