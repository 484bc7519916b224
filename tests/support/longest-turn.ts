import { cpuMs } from './cpu-ms.ts'

/**
 * The longest time that this thread was busy in the meantime, in ms of its own CPU time: other work on the machine does
 * not count.
 */
export async function longestTurn(work: Promise<unknown>): Promise<number> {
  let [longest, last] = [0, cpuMs()]
  const look = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const beat = setInterval(look, 5)
  await work.catch(() => {}).finally(() => clearInterval(beat))
  look()
  return longest
}
