import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateFolder } from '../../launcher/embedded/lock.ts'
import { isAlive, isPostmaster, readPidFile, stopPostmaster } from '../../launcher/embedded/postmaster.ts'

const FOLDERS = /^strata-(test|e2e|fault-db)-/
const OWNER = '.owner.json'

/** Process ids are reused; together with the process's start time they are unique. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return isAlive(pid) ? 'unknown' : null
  }
}

interface Known {
  pid: number
  start: string | null
}
const known = (pid: number): Known => ({ pid, start: startOf(pid) })
const lives = ({ pid, start }: Known) => isAlive(pid) && startOf(pid) === start

/** Records the owner of this folder, and which of our processes uses it. */
export function claimFolder(dataDir: string, child?: number): void {
  const facts = { owner: known(process.pid), child: child === undefined ? null : known(child) }
  writeFileSync(join(dataDir, OWNER), JSON.stringify(facts))
}

function clusterOf(dataDir: string): string {
  const folder = join(dataDir, 'postgres')
  const place = JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8')) as { cluster?: string }
  return place.cluster ?? join(folder, 'cluster')
}

function remove(dataDir: string): void {
  const sockets = privateFolder(dataDir)
  for (const folder of [dataDir, sockets]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Cleans up after killed runs: ends their servers and deletes their folders. */
export async function sweepLeftovers(): Promise<string[]> {
  const swept: string[] = []
  for (const name of readdirSync(tmpdir()).filter((one) => FOLDERS.test(one))) {
    const dataDir = join(tmpdir(), name)
    try {
      const facts = JSON.parse(readFileSync(join(dataDir, OWNER), 'utf8')) as {
        owner: Known
        child: Known | null
      }
      if (lives(facts.owner)) continue
      if (facts.child && lives(facts.child)) {
        process.kill(facts.child.pid, 'SIGTERM')
        for (let n = 0; n < 200 && lives(facts.child); n++) await new Promise((done) => setTimeout(done, 100))
      }
      await endServer(dataDir)
      remove(dataDir)
      swept.push(dataDir)
    } catch {
      // Nobody has claimed it, or another run is deleting it at this moment.
    }
  }
  return swept
}

async function endServer(dataDir: string): Promise<void> {
  try {
    const cluster = clusterOf(dataDir)
    const pid = readPidFile(cluster)?.pid
    if (pid !== undefined) await stopPostmaster(pid, cluster)
  } catch {
    // It had not created a cluster yet.
  }
}

/**
 * If this process ends before its tear-down (Ctrl-C, SIGTERM, a forced exit), its server and folder are removed with
 * it.
 */
export function removeOnExit(dataDir: string): () => void {
  const leave = () => {
    try {
      const cluster = clusterOf(dataDir)
      const pid = readPidFile(cluster)?.pid
      if (pid !== undefined && isPostmaster(pid, cluster)) {
        process.kill(pid, 'SIGQUIT')
        const clock = new Int32Array(new SharedArrayBuffer(4))
        for (let n = 0; n < 60 && isAlive(pid); n++) Atomics.wait(clock, 0, 0, 50)
      }
    } catch {
      // No server yet, or no longer one.
    }
    try {
      remove(dataDir)
    } catch {
      // The next run deletes it.
    }
  }
  return onInterruption(leave)
}

/** Runs `leave` when the process ends by Ctrl-C, a signal or a forced exit; the returned function cancels that. */
export function onInterruption(leave: () => void): () => void {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
  const handlers = Object.entries(signals).map(([signal, code]) => {
    const handler = () => process.exit(code)
    process.on(signal, handler)
    return [signal, handler] as const
  })
  process.on('exit', leave)
  return () => {
    process.off('exit', leave)
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}
