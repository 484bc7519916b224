import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../service-error.ts'

/** A copy used this recently may be about to be opened; it is not removed. */
const GRACE_MS = 30 * 60_000
const UNFINISHED_MS = 24 * 3600_000

export interface Version {
  size: number
  /** Changes whenever any process overwrites the object. */
  etag: string
}

export interface ObjectCache {
  /** The path of a whole copy of this version of the object; `fetch` provides the bytes if there is none. */
  pathOf(key: string, version: Version, fetch: () => Promise<Readable>): Promise<string>
  /** Removes the copies of all versions. */
  forget(key: string): Promise<void>
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function listByUse(folder: string) {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const about = await stat(join(folder, name)).catch(() => null)
      return about?.isFile() ? [{ path: join(folder, name), size: about.size, usedMs: about.mtimeMs }] : []
    }),
  )
  return found.flat().sort((a, b) => a.usedMs - b.usedMs)
}

/**
 * Copies of objects in a folder. Once they exceed `maxBytes`, the least recently used are removed first. Several
 * processes may share the folder: a copy is written to a temporary file and renamed. A file's modification time is its
 * last use.
 */
export function createObjectCache(
  folder: string,
  maxBytes: number,
  { graceMs = GRACE_MS }: { graceMs?: number } = {},
): ObjectCache {
  const place = (key: string, etag: string) => join(folder, `${digest(key)}-${digest(etag).slice(0, 16)}`)
  const coming = new Map<string, Promise<string>>()

  async function evict(now: number): Promise<void> {
    const copies = await listByUse(folder)
    let total = copies.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size, usedMs } of copies) {
      const unfinished = path.endsWith('.unfinished')
      if (unfinished ? now - usedMs < UNFINISHED_MS : total <= maxBytes || now - usedMs < graceMs) continue
      await rm(path, { force: true })
      total -= size
    }
  }

  async function bring(path: string, size: number, fetch: () => Promise<Readable>): Promise<string> {
    const unfinished = `${path}.${randomUUID()}.unfinished`
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(await fetch(), createWriteStream(unfinished, { mode: 0o600 }))
      const written = await stat(unfinished)
      if (written.size !== size)
        throw new ServiceError(
          'unavailable',
          'A file came incomplete from the store. Please try again shortly.',
          { headers: { 'Retry-After': '5' } },
        )
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw new ServiceError(
          'no-storage',
          'Not enough storage is left to work on this file. Ask the operator of the service to free some.',
        )
      throw error
    }
    await evict(Date.now())
    return path
  }

  return {
    async pathOf(key, { size, etag }, fetch) {
      const path = place(key, etag)
      const copy = await stat(path).catch(() => null)
      if (copy?.size === size) {
        const now = new Date()
        // Removed between the two calls: fetched again below.
        if (
          await utimes(path, now, now).then(
            () => true,
            () => false,
          )
        )
          return path
      }
      const wait = coming.get(path) ?? bring(path, size, fetch).finally(() => coming.delete(path))
      coming.set(path, wait)
      return wait
    },
    async forget(key) {
      const names = await readdir(folder).catch(() => [])
      const copies = names.filter((name) => name.startsWith(`${digest(key)}-`))
      await Promise.all(copies.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
