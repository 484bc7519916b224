import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { freePort } from '../../support/free-port.ts'
import { join } from 'node:path'
import { BASE_PATH } from '../../../src/api/contract/endpoint.ts'
import { SERVICE_FLAGS } from '../../../launcher/service-flags.ts'

const root = join(import.meta.dirname, '../../..')

export interface Part {
  child: ChildProcess
  pid: number
  /** Exit code, or null if a signal ended it. */
  ended: Promise<number | null>
  said: () => string
  kill: (signal: NodeJS.Signals) => void
  /** Sends SIGKILL, and waits for the end. */
  end: () => Promise<void>
}

export interface ServicePart extends Part {
  port: number
  /** Including /api/v1. */
  base: string
}

/** A program of the repository in a separate process. */
export function run(
  script: string,
  args: string[],
  env: Record<string, string>,
  nodeArgs: string[] = [],
): Part {
  const child = spawn(process.execPath, [...nodeArgs, join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', VITEST: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    child,
    pid: child.pid!,
    ended,
    said: () => said,
    kill: (signal) => void child.kill(signal),
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export const startWorkerPart = (env: Record<string, string>): Part => run('service/main.ts', ['worker'], env)

/** The service as it runs in production, ready to answer. */
export async function startServicePart(
  env: Record<string, string>,
  options: { nodeArgs?: string[]; port?: number } = {},
): Promise<ServicePart> {
  const port = options.port ?? (await freePort())
  const part = run('service/main.ts', ['service'], { API_PORT: String(port), ...env }, [
    ...SERVICE_FLAGS,
    ...(options.nodeArgs ?? []),
  ])
  let over = false
  void part.ended.then(() => (over = true))
  const url = `http://127.0.0.1:${port}`
  while (!over) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return { ...part, port, base: url + BASE_PATH }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The service ended before it was ready:\n${part.said()}`)
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Open files and connections of clients; not those to the database, whose pools may grow and shrink at any time. */
export function filesAndClients(pid: number, port: number): number {
  const folder = `/proc/${pid}/fd`
  const files = readdirSync(folder).filter((fd) => {
    try {
      return !readlinkSync(`${folder}/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  })
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const clients = ['tcp', 'tcp6']
    .flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').trim().split('\n').slice(1))
    // Its own end, which is neither listening (0A) nor already closed by the process (no inode).
    .filter((line) => {
      const [, own, , state, , , , , , inode] = line.trim().split(/\s+/)
      return own.endsWith(local) && state !== '0A' && inode !== '0'
    })
  return files.length + clients.length
}
