import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from '#service/files/file-store.ts'
import { createLocalFileStore } from '#service/files/local-file-store.ts'
import { openFileStore } from '#service/files/open-file-store.ts'
import { storeFile } from '../../support/store-file.ts'
import { files } from '#service/db/schema.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'

let root: string
let store: FileStore
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'strata-store-'))
  store = createLocalFileStore(root)
})
afterAll(() => rm(root, { recursive: true }))

const leftovers = () => readdir(join(root, '.unfinished'))
const content = Buffer.from('0123456789')

describe('the local file store', () => {
  it('removes files that have not been written to for an hour, and keeps those that may still be written', async () => {
    const own = await mkdtemp(join(tmpdir(), 'strata-store-'))
    const swept = createLocalFileStore(own)
    await swept.put('a', content)
    for (const [name, minutes] of [
      ['now', 0],
      ['late', 55],
      ['gone', 65],
    ] as const) {
      const path = join(own, '.unfinished', name)
      await writeFile(path, 'half')
      const at = Date.now() / 1000 - minutes * 60 - 1
      await utimes(path, at, at)
    }
    await swept.sweepUnfinished!()
    expect((await readdir(join(own, '.unfinished'))).toSorted()).toEqual(['late', 'now'])
    await rm(own, { recursive: true })
  })
  it('stores bytes and streams, with size, SHA-256 and CRC-32', async () => {
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await store.put('a/one', content)).toEqual({
      key: 'a/one',
      size: 10,
      sha256,
      crc32: crc32(content),
    })
    expect(
      await store.put('a/two', Readable.from([Buffer.from('01234'), Buffer.from('56789')])),
    ).toMatchObject({
      size: 10,
      sha256,
      crc32: crc32(content),
    })
    expect(await store.readAll('a/two')).toEqual(content)
    expect(await store.size('a/one')).toBe(10)
    expect((await stat(join(root, 'a/one'))).mode & 0o777).toBe(0o600)
    expect(await leftovers()).toEqual([])
  })
  it('stores a long stream of uneven chunks', async () => {
    const long = Buffer.from(
      Uint32Array.from({ length: 700_000 }, (_, n) => Math.imul(n, 2_654_435_761)).buffer,
    )
    const cuts = [0, 1, 65_536, 2 ** 20, 2 ** 20 + 3, 2_500_000, long.length]
    const chunks = cuts.slice(1).map((end, n) => long.subarray(cuts[n], end))
    const sha256 = createHash('sha256').update(long).digest('hex')
    expect(await store.put('long', Readable.from(chunks))).toMatchObject({ size: long.length, sha256 })
    expect(long.equals(await store.readAll('long'))).toBe(true)
  })
  it('reads inclusive ranges', async () => {
    await store.put('range', content)
    expect(String(await buffer(await store.read('range', { start: 2, end: 4 })))).toBe('234')
    expect(String(await buffer(await store.read('range')))).toBe('0123456789')
  })
  it('replaces a file whole, while an open reader keeps the previous one', async () => {
    await store.put('same', Buffer.from('old'))
    const reader = await store.read('same')
    await store.put('same', Buffer.from('newer'))
    expect(String(await buffer(reader))).toBe('old')
    expect(String(await store.readAll('same'))).toBe('newer')
  })
  it('leaves nothing of a file that is too large, incomplete or cannot be written', async () => {
    await expect(
      store.put('large', Readable.from([content, content]), { maxBytes: 19 }),
    ).rejects.toMatchObject({
      kind: 'too-large',
      status: 413,
    })
    const broken = new Readable({
      read() {
        this.push('some')
        this.destroy(new Error('the sender left'))
      },
    })
    await expect(store.put('broken', broken)).rejects.toThrow('the sender left')
    expect(await store.size('large')).toBeNull()
    expect(await store.size('broken')).toBeNull()
    expect(await leftovers()).toEqual([])
  })
  it('reports a full disk', async () => {
    const full = new Readable({
      read() {
        this.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      },
    })
    await expect(store.put('full', full)).rejects.toMatchObject({
      kind: 'no-storage',
      status: 507,
      message: expect.stringContaining('Not enough storage'),
    })
    expect(await leftovers()).toEqual([])
  })
  it('reports missing keys as not-found, and forgets deleted ones', async () => {
    await store.put('gone', content)
    await store.remove('gone')
    await store.remove('gone')
    for (const way of ['read', 'readAll', 'version'] as const)
      await expect(store[way]('gone')).rejects.toMatchObject({ kind: 'not-found' })
    expect(await store.size('gone')).toBeNull()
    await store.put('folder/inside', content)
    expect(await store.size('folder')).toBeNull()
  })
  it('reports any other error as it is: the file may be there', async () => {
    const growing = join(root, '.growing', 'unreadable')
    await mkdir(join(root, '.growing'), { recursive: true })
    for (const path of [join(root, 'unreadable'), growing]) await symlink(path, path)
    const circular = { code: 'ELOOP' }
    for (const way of ['read', 'readAll', 'size', 'version'] as const)
      await expect(store[way]('unreadable')).rejects.toMatchObject(circular)
    await rm(join(root, 'unreadable'))
    const file = store.grow({ key: 'unreadable', size: 10, handle: await store.begin('unreadable') })
    await expect(file.offset()).rejects.toMatchObject(circular)
    await expect(file.complete()).rejects.toMatchObject(circular)
    await rm(growing)
    expect(await file.offset()).toBe(0)
  })
  it('reads parts of one version of a file, and of no other', async () => {
    await store.put('part', content)
    const first = await store.version('part')
    expect(first).toEqual({ key: 'part', size: 10, version: first.version, path: join(root, 'part') })
    expect(String(await store.readPart(first, 3, 4))).toBe('3456')
    await store.put('part', Buffer.from('9876543210'))
    await expect(store.readPart(first, 3, 4)).rejects.toMatchObject({ kind: 'conflict' })
    const second = await store.version('part')
    expect(second.version).not.toBe(first.version)
    expect(String(await store.readPart(second, 0, 10))).toBe('9876543210')
    await store.remove('part')
    await expect(store.readPart(second, 0, 1)).rejects.toMatchObject({ kind: 'not-found' })
  })
  it('rejects reading more than allowed', async () => {
    await store.put('ten', content)
    await expect(store.readAll('ten', { maxBytes: 9 })).rejects.toMatchObject({ kind: 'too-large' })
  })
  it.each(['../up', 'a/../../up', '/etc/passwd', '', 'a\0b', '.hidden', 'ü', 'a\\..\\b', 'x'.repeat(501)])(
    'never accepts %j as a key',
    async (key) => {
      await expect(store.put(key, content)).rejects.toThrow('is not a valid file store key')
    },
  )
  it('serves many at once', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.put(`many/${n}`, Buffer.from(String(n)))))
    const read = await Promise.all(Array.from({ length: 50 }, (_, n) => store.readAll(`many/${n}`)))
    expect(read.map(String)).toEqual(Array.from({ length: 50 }, (_, n) => String(n)))
  })
})

describe('a stored file', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())
  const file = { name: '../../etc/"passwd"\u202E.csv', mediaType: 'text/csv', content, createdBy: null }

  it('has a generated key; the name is only a description', async () => {
    const row = await storeFile({ db: test.db, files: store }, { ...file, folder: 'jobs/7' })
    expect(row).toMatchObject({ name: file.name, media_type: 'text/csv', size: 10 })
    expect(row.key).toMatch(/^jobs\/7\/[0-9a-f-]{36}$/)
    expect(await store.readAll(row.key)).toEqual(content)
  })
  it('is removed if its row cannot be written', async () => {
    const before = await readdir(join(root, 'uploads')).catch(() => [])
    await expect(storeFile({ db: test.db, files: store }, { ...file, createdBy: 999_999 })).rejects.toThrow()
    expect(await readdir(join(root, 'uploads'))).toEqual(before)
    expect(await test.db.select().from(files)).toHaveLength(1)
  })
})

describe('FILES_URL', () => {
  it('may be absent or a folder', async () => {
    const inside = openFileStore({ dataDir: root, filesUrl: undefined })
    await inside.put('x', content)
    expect((await inside.version('x')).path).toBe(join(root, 'files', 'x'))
    const elsewhere = openFileStore({ dataDir: '/nonexistent', filesUrl: `file://${root}/other` })
    await elsewhere.put('x', content)
    expect((await elsewhere.version('x')).path).toBe(join(root, 'other', 'x'))
  })
  it.each(['https://key:secret@host/x', 'https://host/x', '/a/folder', 'nonsense'])(
    'rejects %s on boot',
    (filesUrl) => {
      expect(() => openFileStore({ dataDir: root, filesUrl })).toThrow(
        /not supported\. Supported: .*file:\/\/\//,
      )
      expect(() => openFileStore({ dataDir: root, filesUrl })).not.toThrow(/secret/)
    },
  )
})
