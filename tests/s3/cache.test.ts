import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createObjectCache } from '../../service/files/s3-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytes = (count: number) => () => Promise.resolve(Readable.from([Buffer.alloc(count, 1)]))
const version = (size: number, etag = 'x') => ({ size, etag })
const ago = async (path: string, minutes: number) => {
  const time = new Date(Date.now() - minutes * 60_000)
  await utimes(path, time, time)
}

/** Mounting a small disk requires root. */
const canMount = process.getuid?.() === 0 && process.platform === 'linux'

describe('the copies of objects', () => {
  it('are evicted, least recently used first, once they take too much space', async () => {
    const cache = createObjectCache(folder, 250)
    const a = await cache.pathOf('a', version(100), bytes(100))
    const b = await cache.pathOf('b', version(100), bytes(100))
    await ago(a, 90)
    await ago(b, 60)
    // Used again: now b is the oldest.
    await cache.pathOf('a', version(100), () => Promise.reject(new Error('it is there')))
    await ago(a, 45)
    const c = await cache.pathOf('c', version(100), bytes(100))
    expect((await readdir(folder)).sort()).toEqual([a, c].map((path) => path.slice(folder.length + 1)).sort())
    await expect(readFile(b)).rejects.toThrow('ENOENT')
  })
  it('stay while they may be about to be opened', async () => {
    const cache = createObjectCache(folder, 10)
    const a = await cache.pathOf('a', version(100), bytes(100))
    await cache.pathOf('b', version(100), bytes(100))
    expect(await readFile(a)).toHaveLength(100)
  })
  it('that were never finished are removed after a day', async () => {
    const left = join(folder, 'x.unfinished')
    await writeFile(left, 'x')
    const cache = createObjectCache(folder, 1000)
    await cache.pathOf('a', version(1), bytes(1))
    expect(await readFile(left, 'utf8')).toBe('x')
    await ago(left, 25 * 60)
    await cache.pathOf('b', version(1), bytes(1))
    await expect(readFile(left)).rejects.toThrow('ENOENT')
  })
  it('are of one version: an overwritten object is fetched again, and forgotten with the rest', async () => {
    const cache = createObjectCache(folder, 1000)
    const first = await cache.pathOf('a', version(5, 'first'), bytes(5))
    const second = await cache.pathOf('a', version(5, 'second'), () =>
      Promise.resolve(Readable.from([Buffer.alloc(5, 2)])),
    )
    expect(await readFile(first)).toEqual(Buffer.alloc(5, 1))
    expect(await readFile(second)).toEqual(Buffer.alloc(5, 2))
    await cache.pathOf('b', version(1), bytes(1))
    await cache.forget('a')
    expect(await readdir(folder)).toHaveLength(1)
  })
  it.skipIf(!canMount)('report a full disk in a sentence, and leave nothing', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    try {
      const cache = createObjectCache(folder, 1e9)
      await expect(cache.pathOf('a', version(3 * 2 ** 20), bytes(3 * 2 ** 20))).rejects.toMatchObject({
        kind: 'no-storage',
        status: 507,
      })
      expect(await readdir(folder)).toEqual([])
      expect(await readFile(await cache.pathOf('b', version(1000), bytes(1000)))).toHaveLength(1000)
    } finally {
      execFileSync('umount', [folder])
    }
  })
  it('are not kept if incomplete, and the next request fetches them again', async () => {
    const cache = createObjectCache(folder, 1000)
    await expect(cache.pathOf('a', version(100), bytes(60))).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await readdir(folder)).toEqual([])
    expect(await readFile(await cache.pathOf('a', version(100), bytes(100)))).toHaveLength(100)
  })
})
