/** Does at most `mostAtOnce` pieces of work at once; the others wait, in order. */
export function createTurns(mostAtOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    waiting: () => waiting.length,
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < mostAtOnce) running++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // The turn passes to the next in the queue, or becomes free.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
