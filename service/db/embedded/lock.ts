import { createHash } from 'node:crypto'
import { existsSync, linkSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { type Server, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Short, so that the path of a socket inside stays below the 107 bytes that the system allows. */
export function privateFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const key = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `strata-${process.getuid?.() ?? 0}-${key}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const own = process.getuid?.() ?? found.uid
  // As root the folder may already belong to the account that runs PostgreSQL.
  if (!found.isDirectory() || (own !== 0 && found.uid !== own))
    throw new Error(`${folder} belongs to somebody else; remove it, or point TMPDIR at another folder.`)
  return folder
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
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })

/** Moves a dead socket away. What turns out to be alive after all, because another start was faster, is put back. */
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

export interface DataDirLock {
  release(): void
}

/**
 * Holds the folder for this process until release or death (whatever the kind: the system closes the socket).
 * Re-entrant within the process. Throws one sentence when another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(privateFolder(dataDir), 'lock.sock')
  for (let attempt = 0; !held.has(path); attempt++) {
    const server = await listen(path)
    if (server) {
      held.set(path, { server, count: 0 })
      break
    }
    if (attempt > 3 || (await answers(path)))
      throw new Error(
        `The data folder ${dataDir} is in use by another running Strata. Stop that one first, or give this one its own folder with DATA_DIR.`,
      )
    await removeStale(path)
  }
  const lock = held.get(path)!
  lock.count++
  let released = false
  return {
    release() {
      if (released) return
      released = true
      if (--lock.count > 0) return
      held.delete(path)
      // Closing a listening socket also removes its path.
      lock.server.close()
    },
  }
}
