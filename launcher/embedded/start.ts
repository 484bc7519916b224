import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identity } from './account.ts'
import { programs } from './binaries.ts'
import { type Place, prepareCluster } from './cluster.ts'
import { lockDataDir, privateFolder } from './lock.ts'
import {
  ask,
  ensureDatabase,
  isAlive,
  isPostmaster,
  readPidFile,
  removePidFile,
  serverUrl,
  stopPostmaster,
} from './postmaster.ts'
import { type LogLimits, openServerLog, rotateServerLog } from './server-log.ts'

export interface EmbeddedPostgres {
  /** For `pg`: through the Unix socket, with the password. */
  url: string
  /** Fast shutdown; resolves when the server has exited. */
  stop: () => Promise<void>
}

interface EmbeddedLog {
  info(message: string): void
  warn(message: string): void
}

const START_MS = 120_000
const WATCH_MS = 500
/** Delay between failed starts, doubled each time: with a full disk, each start writes and fails again. */
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 5000
const LOG_LIMITS: LogLimits = { maxMiB: 10, files: 5 }
const LOG_LOOK_MS = 60_000

function launch(
  place: Place,
  folder: string,
  sockets: string,
  settings: Record<string, string>,
): ChildProcess {
  const all = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const output = openServerLog(join(folder, 'postgres.log'))
  try {
    // A separate session: Ctrl-C in the terminal reaches this process, which ends the server after the service.
    const child = spawn(
      programs(place.native).postgres,
      ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        detached: true,
        stdio: ['ignore', output, output],
        ...identity(place.account),
      },
    )
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

const lastLines = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5).join(' | ')
  } catch {
    return 'nothing'
  }
}

/**
 * A server that outlived its supervisor: true if it is healthy and ours; otherwise it is ended and its files are
 * removed.
 */
async function adopt(place: Place, sockets: string, log: EmbeddedLog): Promise<boolean> {
  const found = readPidFile(place.cluster)
  if (!found) return false
  if (!isPostmaster(found.pid, place.cluster)) {
    removePidFile(place.cluster)
    return false
  }
  if (found.socketFolder === sockets)
    for (const end = Date.now() + 30_000; Date.now() < end; await sleep(200)) {
      const state = await ask(sockets, place.password, place.cluster)
      if (state === 'ready') return true
      if (state === 'foreign' || !isAlive(found.pid)) break
    }
  log.warn(`A PostgreSQL left by an earlier run (process ${found.pid}) does not answer; ending it.`)
  await stopPostmaster(found.pid, place.cluster)
  return false
}

async function bringUp(place: Place, folder: string, sockets: string, settings: Record<string, string>) {
  const end = Date.now() + START_MS
  const logFile = join(folder, 'postgres.log')
  while (true) {
    const child = launch(place, folder, sockets, settings)
    while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      if ((await ask(sockets, place.password, place.cluster)) === 'ready') return
      if (Date.now() > end) break
      await sleep(60)
    }
    const said = lastLines(logFile)
    // Right after a crash, the previous server's processes may still hold its memory for a moment: retry for 10 s.
    const held = /shared memory|lock file/.test(said) && Date.now() < end - START_MS + 10_000
    if (child.pid === undefined || !held) {
      if (child.pid !== undefined) await stopPostmaster(child.pid, place.cluster)
      throw new Error(`The embedded PostgreSQL did not start; its log ${logFile} ends: ${said}`)
    }
    await sleep(300)
  }
}

/**
 * Starts or adopts a data folder's PostgreSQL and keeps it running until `stop`. One process per folder: another one is
 * rejected with a sentence.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: EmbeddedLog
  settings?: Record<string, string>
  logLimits?: LogLimits
}): Promise<EmbeddedPostgres> {
  const { log, settings = {}, logLimits = LOG_LIMITS } = options
  const dataDir = resolve(options.dataDir)
  const lock = await lockDataDir(dataDir)
  try {
    const folder = join(realpathSync(dataDir), 'postgres')
    const sockets = privateFolder(dataDir)
    const place = await prepareCluster(folder, sockets)
    const adopted = await adopt(place, sockets, log)
    if (!adopted) await bringUp(place, folder, sockets, settings)
    await ensureDatabase(sockets, place.password)
    log.info(
      adopted ? 'The running PostgreSQL of this data folder is reused.' : 'The embedded PostgreSQL is up.',
    )

    let stopping = false
    let repair: Promise<void> = Promise.resolve()
    let busy = false
    let pause = 0
    let notBefore = 0
    const watch = setInterval(() => {
      const pid = readPidFile(place.cluster)?.pid
      if (stopping || busy || Date.now() < notBefore || (pid !== undefined && isAlive(pid))) return
      busy = true
      if (pause === 0) log.warn('The embedded PostgreSQL has ended unexpectedly; restarting it.')
      repair = bringUp(place, folder, sockets, settings)
        .then(() => void (pause = 0))
        .catch((error: Error) => {
          pause = Math.min(pause * 2 || PAUSE_MS, LONGEST_PAUSE_MS)
          notBefore = Date.now() + pause
          log.warn(`${error.message} Retrying in ${pause / 1000} s.`)
        })
        .finally(() => (busy = false))
    }, WATCH_MS)
    watch.unref()
    const rotate = () => {
      try {
        rotateServerLog(join(folder, 'postgres.log'), logLimits)
      } catch (error) {
        log.warn(`postgres.log cannot be rotated: ${(error as Error).message}`)
      }
    }
    rotate()
    const rotating = setInterval(rotate, LOG_LOOK_MS)
    rotating.unref()

    return {
      url: serverUrl(sockets, place.password, 'strata'),
      async stop() {
        stopping = true
        clearInterval(watch)
        clearInterval(rotating)
        await repair
        const pid = readPidFile(place.cluster)?.pid
        if (pid !== undefined) await stopPostmaster(pid, place.cluster)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
