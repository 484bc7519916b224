import { flushCompileCache } from 'node:module'
import { asAnswer } from './run-child-once.ts'
import type { BytesReply, ChildAnswer, ChildStart, PoolQuestion } from './child-messages.ts'
import { startWatchdog } from './watchdog.ts'

/** The whole of a pool child's module: answers one request after another until its parent ends it or exits. */
export function serveParent<Question>(work: (question: Question) => unknown): void {
  // Ctrl-C reaches the whole group; the parent decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  const watching = startWatchdog(JSON.parse(process.argv[2]) as ChildStart)
  process.on('message', (message: PoolQuestion | BytesReply) => {
    if (!('question' in message)) return
    const { question } = message
    const answer = async (): Promise<ChildAnswer> => {
      await watching
      return { type: 'done', answer: await work(question as Question) }
    }
    void answer()
      .catch(asAnswer)
      .then((answered) => process.send?.(answered, keepCompiled))
  })
}

let kept = false

/** Node keeps compiled modules when a process exits, but this one is ended by SIGKILL. */
function keepCompiled(): void {
  if (kept) return
  kept = true
  flushCompileCache()
}
