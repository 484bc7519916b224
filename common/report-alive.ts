const EVERY_MS = 2500

export const ALIVE = 'alive'

/** In a process that serves: reports to its parent that its main thread runs, however much it has to do. */
export function reportAlive(everyMs = EVERY_MS): void {
  setInterval(() => process.connected && process.send?.(ALIVE), everyMs).unref()
}
