const EVERY_MS = 5000
/** Consecutive misses after which a process counts as stuck, as in the launcher. */
const MISSES = 3

/** Calls `stuck` when `heard` has not been called for a while. */
export function watchAlive(stuck: () => void): { heard: () => void; end: () => void } {
  let missed = 0
  // Counted instead of timed: after a pause of this process itself, what was sent meanwhile is read before the next count.
  // The first count after a message is no miss, so the fourth is the third miss.
  const timer = setInterval(() => ++missed > MISSES && stuck(), EVERY_MS)
  return { heard: () => void (missed = 0), end: () => clearInterval(timer) }
}
