import { mannWhitney } from '../support/mann-whitney.ts'

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** The calls compared in one round, each by name; each returns its duration in milliseconds. */
export type Calls<Name extends string> = Record<Name, () => Promise<number>>

/**
 * Times of calls that are made in turn, in every order equally often: the machine's load and the effects of the
 * previous call are spread evenly. `between` is called before each round and is not timed.
 */
export async function interleave<Name extends string>(
  calls: Calls<Name>,
  rounds: number,
  between: () => Promise<unknown>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(calls) as Name[]
  const orders = ordersOf(names)
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    await between()
    for (const name of orders[round % orders.length]) times[name].push(await calls[name]())
  }
  return times
}

const ordersOf = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

export interface Difference {
  pair: string
  /** Between the medians, in ms. */
  median: number
  p: number
}

export function differences(times: Record<string, number[]>): Difference[] {
  const names = Object.keys(times)
  return names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => ({
      pair: `${one} / ${other}`,
      median: Math.abs(median(times[one]) - median(times[other])),
      p: mannWhitney(times[one], times[other]).p,
    })),
  )
}
