import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALIVE } from '#common/report-alive.ts'
import { type LogLimits, openLogFile } from './log-file.ts'
import { type Liveness, watchLiveness } from './watch-liveness.ts'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const GRACE_MS = 25_000

interface Options {
  name: string
  args: string[]
  /** The process's whole environment. */
  env: Record<string, string | undefined>
  /** A file for all output; warnings and errors are also shown. Without it, the output is passed straight through. */
  logFile?: LogLimits & { path: string }
  /** Restarted when it exits by itself, after 1 s, 2 s, 4 s … 30 s. */
  restart: boolean
  /** The address of its liveness check; a process that neither answers it nor reports that it is alive is killed. */
  liveness?: Liveness
  /** Ends the running processes if this one is killed. */
  guard?: { add: (pid: number) => void; remove: (pid: number) => void }
}

export interface Managed {
  stop: () => Promise<void>
  /** Resolves with the exit code once it has ended and will not be restarted. */
  ended: Promise<number>
}

interface LoggedError {
  message?: string
  cause?: LoggedError
}

/** Errors above it may quote a whole statement. */
const reasonIn = ({ message, cause }: LoggedError): string | undefined => (cause ? reasonIn(cause) : message)

/** The part of a log line to show at the terminal: warnings and errors. */
function notable(line: string): string | null {
  if (!line.startsWith('{')) return /error|warn/i.test(line) ? line : null
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: LoggedError }
    if ((entry.level ?? 0) < 40) return null
    return [entry.msg, entry.err && reasonIn(entry.err)].filter(Boolean).join(': ')
  } catch {
    return null
  }
}

export function startManaged(options: Options): Managed {
  const { name } = options
  let child: ChildProcess
  let stopping = false
  let failures = 0
  let again: NodeJS.Timeout | undefined
  const ended = Promise.withResolvers<number>()

  const log = options.logFile && openLogFile(options.logFile.path, options.logFile)
  const say = (text: string) => {
    console.error(`${name} ${text}`)
    log?.write(`${name} ${text}\n`)
  }

  function watch(running: ChildProcess): () => void {
    if (!options.liveness) return () => {}
    const { heard, end } = watchLiveness(options.liveness, (forMs) => {
      if (stopping) return
      say(`has not answered for ${Math.round(forMs / 1000)} s; killing it.`)
      running.kill('SIGKILL')
    })
    running.on('message', (message) => message === ALIVE && heard())
    return end
  }

  const launch = () => {
    const startedAt = performance.now()
    child = spawn(process.execPath, options.args, {
      cwd: root,
      env: options.env,
      // The channel closes when this process is killed; the child then exits.
      stdio: log ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const { pid } = child
    if (pid !== undefined) options.guard?.add(pid)
    if (log) {
      for (const stream of [child.stdout!, child.stderr!]) {
        createInterface({ input: stream }).on('line', (line) => {
          log.write(`${line}\n`)
          const shown = notable(line)
          if (shown && !stopping) console.error(`${name}: ${shown}`)
        })
      }
    }
    const unwatch = watch(child)
    const over = (code: number | null, what: string) => {
      unwatch()
      if (stopping || !options.restart) return ended.resolve(code ?? 1)
      failures = performance.now() - startedAt > 60_000 ? 1 : failures + 1
      const waitMs = Math.min(30_000, 500 * 2 ** failures)
      say(`${what}; restarting in ${waitMs / 1000} s.`)
      again = setTimeout(launch, waitMs)
    }
    child.once('exit', (code, signal) => {
      if (pid !== undefined) options.guard?.remove(pid)
      over(code, `ended (${signal ?? `code ${code}`})`)
    })
    child.once('error', (error) => {
      // Only a process that has started exits.
      if (pid === undefined) over(null, `could not be started (${error.message})`)
      else console.error(`${name}: ${error.message}`)
    })
  }
  launch()

  return {
    ended: ended.promise,
    async stop() {
      if (stopping) return void (await ended.promise)
      stopping = true
      clearTimeout(again)
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
        ended.resolve(child.exitCode ?? 1)
      else child.kill('SIGTERM')
      const last = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      await ended.promise
      clearTimeout(last)
      log?.end()
    },
  }
}

/** Runs the process to its end; returns the exit code. */
export function runOnce(
  args: string[],
  env: Record<string, string | undefined>,
  quiet = false,
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', ({ message }) => {
      console.error(message)
      resolve(1)
    })
  })
}

export const script = (...path: string[]) => join(root, ...path)
