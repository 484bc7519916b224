import { get } from 'node:http'

export interface Liveness {
  /** Answers 200 while the program's main thread runs. */
  url: string
  everyMs?: number
  timeoutMs?: number
  /** Consecutive misses after which a program counts as stuck. */
  misses?: number
  /** A program that has never answered counts as stuck after this time. */
  startMs?: number
  /** A program that has not answered for so long counts as stuck even if it says that its main thread runs. */
  silentMs?: number
}

export interface Watch {
  /** Its main thread runs, however late it answers: the misses before do not count. */
  heard: () => void
  end: () => void
}

/** If the watcher's own timer is this late, the machine is overloaded or was suspended, so the miss does not count. */
const LATE_MS = 2000

function answers(url: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    // A new connection each time: a kept-alive one would not show whether new clients are accepted.
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
      response.once('error', () => {})
    })
    request.once('error', () => resolve(false))
  })
}

/** Calls `stuck` once when the program has neither answered nor been heard of for a while. */
export function watchLiveness(
  { url, everyMs = 5000, timeoutMs = 5000, misses = 3, startMs = 120_000, silentMs = 300_000 }: Liveness,
  stuck: (forMs: number) => void,
): Watch {
  const startedAt = performance.now()
  let lastAnswer: number | null = null
  let missed = 0
  let timer: NodeJS.Timeout
  let ended = false

  async function probe(dueAt: number) {
    const alive = await answers(url, timeoutMs)
    if (ended) return
    const now = performance.now()
    const overslept = now - dueAt > timeoutMs + LATE_MS
    if (alive) {
      lastAnswer = now
      missed = 0
    } else if (overslept) missed = 0
    else missed++
    const starting = lastAnswer === null && now - startedAt < startMs
    const silentForMs = now - (lastAnswer ?? startedAt)
    if ((missed >= misses && !starting) || (!alive && !overslept && silentForMs > silentMs))
      return stuck(silentForMs)
    schedule()
  }
  function schedule() {
    const dueAt = performance.now() + everyMs
    timer = setTimeout(() => void probe(dueAt), everyMs)
  }
  schedule()
  return {
    heard: () => void (missed = 0),
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}
