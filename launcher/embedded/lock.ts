import { createHash } from 'node:crypto'
import {
  existsSync,
  writeFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
} from 'node:fs'
import { type Server, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceAccounts } from './account.ts'

const folderOf = (dataDir: string): string => {
  mkdirSync(dataDir, { recursive: true })
  const key = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  return join(tmpdir(), `strata-${process.getuid?.() ?? 0}-${key}`)
}

/**
 * The folder for a data folder's sockets: short, so that a socket's path stays below the system's limit of 107 bytes,
 * and private: its name is predictable, so a folder planted by someone else is rejected.
 */
export function privateFolder(dataDir: string): string {
  const folder = folderOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode, isDirectory } = factsOf(folder)
  const own = process.getuid?.() ?? uid
  const owners = own === 0 ? [0, ...serviceAccounts()] : [own]
  if (!isDirectory || !owners.includes(uid) || (mode & 0o077) !== 0)
    throw new Error(`${folder} belongs to another user; remove it, or point TMPDIR at another folder.`)
  return folder
}

/** File facts of the path itself: a symlink does not count as a folder. */
const factsOf = (path: string) => {
  const found = lstatSync(path)
  return { uid: found.uid, mode: found.mode, isDirectory: found.isDirectory() }
}

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })

const listen = (path: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      // ENOENT: the previous holder has just removed the folder.
      error.code === 'EADDRINUSE' || error.code === 'ENOENT' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })

/** Moves a dead socket away. If it turns out to be alive because another start was faster, it is put back. */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (await answers(aside)) {
    if (!existsSync(path)) linkSync(aside, path)
  }
  rmSync(aside, { force: true })
}

const held = new Map<string, { server: Server; count: number }>()

interface DataDirLock {
  release(): void
}

/** The holder is only ending what a killed process left; it exits soon, so a start waits for it. */
const LEAVING_MS = 45_000

async function acquire(dataDir: string, leaving: boolean): Promise<void> {
  const key = folderOf(dataDir)
  const deadline = Date.now() + LEAVING_MS
  for (let attempt = 0; !held.has(key); attempt++) {
    const folder = privateFolder(dataDir)
    const path = join(folder, 'lock.sock')
    const mark = join(folder, 'leaving')
    const server = await listen(path)
    if (server) {
      if (leaving) writeFileSync(mark, '')
      else rmSync(mark, { force: true })
      held.set(key, { server, count: 0 })
      return
    }
    const taken = await answers(path)
    const leaves = existsSync(mark) && Date.now() < deadline
    if (taken && !leaving && (leaves || attempt === 0)) {
      await sleep(100)
      continue
    }
    if (taken || attempt > 3)
      throw new Error(
        `The data folder ${dataDir} is in use by another running Strata. Stop that one first, or give this one its own folder with DATA_DIR.`,
      )
    await removeStale(path)
  }
}

/**
 * Locks the folder for this process until release or exit (of any kind: the system closes the socket). Re-entrant
 * within the process. Throws one sentence if another process holds the lock; waits while that process is `leaving`.
 */
export async function lockDataDir(dataDir: string, { leaving = false } = {}): Promise<DataDirLock> {
  await acquire(dataDir, leaving)
  const key = folderOf(dataDir)
  const lock = held.get(key)!
  lock.count++
  let released = false
  return {
    release() {
      if (released) return
      released = true
      if (--lock.count > 0) return
      held.delete(key)
      rmSync(join(key, 'leaving'), { force: true })
      // Closing a listening socket also removes its path; a folder that is not empty stays.
      lock.server.close(() => {
        try {
          rmdirSync(key)
        } catch {
          // In use again, or not empty.
        }
      })
    },
  }
}
