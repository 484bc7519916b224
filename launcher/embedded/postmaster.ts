import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

interface PidFile {
  pid: number
  socketFolder: string
}

export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 1 ? { pid, socketFolder: lines[4] ?? '' } : null
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The system reuses process ids: only a process whose command names exactly this cluster is its postmaster. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}

async function waitForEnd(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (!isAlive(pid)) return true
  return !isAlive(pid)
}

/**
 * Fast shutdown (sessions are cut, everything is flushed); after 30 s an immediate one, recovered at the next start.
 */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, ms] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    if (!isPostmaster(pid, cluster)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await waitForEnd(pid, ms)) return
  }
}

export const serverUrl = (socketFolder: string, password: string, database: string) =>
  `postgresql://strata:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(socketFolder)}`

/** 'ready'; 'starting' during recovery; 'away' if nothing responds; 'foreign' if the cluster or password differs. */
export async function ask(
  socketFolder: string,
  password: string,
  cluster: string,
): Promise<'ready' | 'starting' | 'away' | 'foreign'> {
  const client = new pg.Client({
    connectionString: serverUrl(socketFolder, password, 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0].data_directory === cluster ? 'ready' : 'foreign'
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === '57P03') return 'starting'
    return code?.startsWith('28') ? 'foreign' : 'away'
  } finally {
    await client.end().catch(() => {})
  }
}

export async function ensureDatabase(socketFolder: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl(socketFolder, password, 'postgres') })
  await client.connect()
  try {
    const found = await client.query("select 1 from pg_database where datname = 'strata'")
    if (found.rowCount === 0) await client.query('create database strata')
  } finally {
    await client.end()
  }
}

export const removePidFile = (cluster: string) => rmSync(join(cluster, 'postmaster.pid'), { force: true })
