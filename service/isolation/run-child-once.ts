import { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { serialize } from 'node:v8'
import { ServiceError } from '../service-error.ts'
import { asSystemError } from '../system-error.ts'
import {
  ANSWER_FD,
  type ChildAnswer,
  type ChildInput,
  type ChildReport,
  type ChildStart,
} from './child-messages.ts'
import { startWatchdog } from './watchdog.ts'

/** Reports to the parent which fraction of the work is done, a few times a second at most. */
export type Report = (fraction: number) => void

/**
 * The whole of a child's module: reads the input, does the work within the limits, answers, exits. A ServiceError
 * reaches the parent unchanged; other errors by name and message (`expected` of `runInChild`).
 */
export function runChildOnce<Input>(work: (input: Input, content: Buffer, report: Report) => unknown): void {
  // Ctrl-C reaches the whole group; the parent decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(1))
  const watching = startWatchdog(JSON.parse(process.argv[2]) as ChildStart)
  process.once('message', ({ input, hasContent }: ChildInput) => {
    const done = async (): Promise<ChildAnswer> => {
      await watching
      const content = hasContent ? await buffer(process.stdin) : Buffer.alloc(0)
      return { type: 'done', answer: await work(input as Input, content, createReport()) }
    }
    void done()
      .catch(asAnswer)
      .then((answer) => {
        const bytes = pack(answer)
        new Socket({ fd: ANSWER_FD, readable: false }).end(bytes, () => process.exit(0))
      })
  })
}

const REPORT_MS = 300

function createReport(): Report {
  let last = performance.now()
  return (fraction) => {
    if (performance.now() - last < REPORT_MS) return
    last = performance.now()
    // A parent that is gone ends this process anyway.
    process.send?.({ fraction } satisfies ChildReport, () => {})
  }
}

export function asAnswer(error: unknown): ChildAnswer {
  const failure = error instanceof ServiceError ? error : asSystemError(error)
  if (failure)
    return { type: 'service-error', kind: failure.kind, message: failure.message, errors: failure.errors }
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { type: 'error', name, message, stack }
}

/** An answer that cannot be serialized is an error of the work. */
function pack(answer: ChildAnswer): Buffer {
  try {
    return serialize(answer)
  } catch (error) {
    return serialize(asAnswer(error))
  }
}
