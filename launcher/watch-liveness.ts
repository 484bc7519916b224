import { get } from 'node:http'

export interface Liveness {
  /** Answers 200 while the program's main thread runs. */
  url: string
  everyMs?: number
  timeoutMs?: number
  /** Misses in a row that count as stuck. */
  misses?: number
  /** A program that has never answered is stuck after so long. */
  startMs?: number
}

/** The watcher itself came late by so much: the machine is overloaded or was suspended, which is nobody's fault. */
const LATE_MS = 2000

function answers(url: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    // A connection of its own: one that is kept open would not show whether new callers get through.
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
      response.once('error', () => {})
    })
    request.once('error', () => resolve(false))
  })
}

/** Calls `stuck` once when the program has stopped answering; the answer ends the watch. */
export function watchLiveness(
  { url, everyMs = 5000, timeoutMs = 5000, misses = 3, startMs = 120_000 }: Liveness,
  stuck: (forMs: number) => void,
): () => void {
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
    if (missed >= misses && !starting) return stuck(now - (lastAnswer ?? startedAt))
    schedule()
  }
  function schedule() {
    const dueAt = performance.now() + everyMs
    timer = setTimeout(() => void probe(dueAt), everyMs)
  }
  schedule()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
