import { createHash, randomUUID } from 'node:crypto'
import fs, { createReadStream, type Stats } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { FileStore, StoredFile, StoredVersion } from './file-store.ts'
import { growLocalFile } from './local-growing-file.ts'
import { replaced } from './replaced.ts'
import { isMissing, statIfThere } from './stat-if-there.ts'
import { absent, requireKey, requireSize } from './store-key.ts'
import { syncFolder } from './sync-folder.ts'
import { asStoreError } from '../system-error.ts'
import { writeBlocks } from './write-blocks.ts'

/** A file that has not been written to for an hour no longer has a writer. */
const UNFINISHED_MS = 3_600_000

const versionIn = ({ ino, mtimeMs, size }: Stats) => `${ino}-${mtimeMs}-${size}`
const asNotFound = (error: unknown): unknown => (isMissing(error) ? absent() : error)

async function writeAll(file: FileHandle, content: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number) {
  const hash = createHash('sha256')
  const written = { size: 0, crc32: 0 }
  const measure = (chunk: Uint8Array) => {
    written.size += chunk.byteLength
    requireSize(written.size, maxBytes)
    hash.update(chunk)
    written.crc32 = crc32(chunk, written.crc32)
    return chunk
  }
  if (content instanceof Uint8Array) await file.writeFile(measure(content))
  else await writeBlocks(file, 0, map(content, measure))
  await file.sync()
  return { ...written, sha256: hash.digest('hex') }
}

async function* map<T>(source: AsyncIterable<T>, through: (one: T) => T): AsyncGenerator<T> {
  for await (const one of source) yield through(one)
}

/**
 * Uses callbacks and synchronous calls on an open file: for a thousand small files, promises and the thread pool cost
 * more time than the reads.
 */
async function readWhole(path: string, maxBytes: number): Promise<Buffer> {
  const fd = await new Promise<number>((resolve, reject) =>
    fs.open(path, 'r', (error, opened) => (error ? reject(asNotFound(error)) : resolve(opened))),
  )
  try {
    const { size } = fs.fstatSync(fd)
    requireSize(size, maxBytes)
    const content = Buffer.allocUnsafeSlow(size)
    let at = 0
    while (at < size) {
      const count = await readInto(fd, content, at)
      if (count === 0) break
      at += count
    }
    return content.subarray(0, at)
  } finally {
    fs.closeSync(fd)
  }
}

const readInto = (fd: number, content: Buffer, at: number) =>
  new Promise<number>((resolve, reject) =>
    fs.read(fd, content, at, content.length - at, at, (error, count) =>
      error ? reject(error) : resolve(count),
    ),
  )

/**
 * Files in one folder: each is written to a temporary file, flushed, then renamed, so that no partial file is ever
 * visible.
 */
export function createLocalFileStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, requireKey(key))
  const statOf = async (key: string) => {
    const found = await statIfThere(pathOf(key))
    return found?.isFile() ? found : null
  }
  const sizeOf = async (key: string) => (await statOf(key))?.size ?? null
  const versionOf = async (key: string): Promise<StoredVersion> => {
    const found = await statOf(key)
    if (!found) throw absent()
    return { key, size: found.size, version: versionIn(found), path: pathOf(key) }
  }

  const openFile = (key: string) =>
    open(pathOf(key), 'r').catch((error: unknown) => {
      throw asNotFound(error)
    })

  const put = async (
    key: string,
    content: AsyncIterable<Uint8Array> | Uint8Array,
    options: { maxBytes?: number } = {},
  ): Promise<StoredFile> => {
    const path = pathOf(key)
    const unfinished = join(root, '.unfinished', randomUUID())
    try {
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 })
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(unfinished, 'wx', 0o600)
      let written: Omit<StoredFile, 'key'>
      try {
        written = await writeAll(file, content, options.maxBytes ?? Infinity)
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return { key, ...written }
    } catch (error) {
      if (content instanceof Readable) content.destroy()
      await rm(unfinished, { force: true }).catch(() => {})
      throw asStoreError(error)
    }
  }

  return {
    put,
    size: sizeOf,
    async read(key, range) {
      const file = await openFile(key)
      return createReadStream('', { fd: file, start: range?.start, end: range?.end, autoClose: true })
    },
    readAll: (key, { maxBytes = Infinity } = {}) => readWhole(pathOf(key), maxBytes),
    version: versionOf,
    async readPart({ key, version }, offset, length, signal) {
      const file = await openFile(key)
      try {
        if (versionIn(await file.stat()) !== version) throw replaced()
        const range = { start: offset, end: offset + length - 1, autoClose: false }
        const content = Readable.from(file.createReadStream({ ...range, signal }))
        const bytes = Buffer.concat((await content.toArray()) as Buffer[])
        if (bytes.length !== length) throw replaced()
        return bytes
      } finally {
        await file.close()
      }
    },
    async sweepUnfinished() {
      const folder = join(root, '.unfinished')
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => null)
        if (found && Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(join(folder, name), { force: true })
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    begin: async () => 'local',
    grow: ({ key, size }) =>
      growLocalFile(join(root, '.growing', key.replaceAll('/', '-')), pathOf(key), size),
  }
}
