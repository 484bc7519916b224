import { open } from 'node:fs/promises'
import { RasterError } from '../raster-error.ts'

/** Random access to bytes: a local file, a buffer, or anything that supports byte ranges. */
export interface ByteSource {
  readonly size: number
  /** Exactly `length` bytes from `offset`, which the caller may change; throws a RasterError if the source is shorter. */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export type RasterInput = string | Uint8Array | ByteSource

/** Node reads from the current position at offset −1 and throws a RangeError for fractions: neither may reach it. */
export function requireRange(offset: number, length: number, size: number): void {
  const whole = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0
  if (whole && offset + length <= size) return
  throw new RasterError(
    `The file ends at byte ${size}, but bytes ${offset} to ${offset + length} are needed. It was probably truncated while copying; send it again.`,
  )
}

export function bufferSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async read(offset, length) {
      requireRange(offset, length, bytes.length)
      return Uint8Array.prototype.slice.call(bytes, offset, offset + length)
    },
    close: () => Promise.resolve(),
  }
}

/** An open local file, which the caller closes. Throws the file system's error if it cannot be opened. */
export async function fileSource(path: string): Promise<ByteSource> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat().catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  return {
    size,
    async read(offset, length) {
      requireRange(offset, length, size)
      const bytes = new Uint8Array(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled)
        // The file became shorter after it was opened.
        if (bytesRead === 0) requireRange(offset, length, offset + filled)
        filled += bytesRead
      }
      return bytes
    },
    close: () => handle.close(),
  }
}

/** Files that are read as one, in this order. */
export async function joinedFiles(paths: readonly string[]): Promise<ByteSource> {
  const files: ByteSource[] = []
  const close = async () => {
    await Promise.all(files.map((file) => file.close()))
  }
  try {
    for (const path of paths) files.push(await fileSource(path))
  } catch (error) {
    await close()
    throw error
  }
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return {
    size,
    async read(offset, length) {
      requireRange(offset, length, size)
      const bytes = new Uint8Array(length)
      let start = 0
      for (const file of files) {
        const from = Math.max(offset, start)
        const to = Math.min(offset + length, start + file.size)
        if (from < to) bytes.set(await file.read(from - start, to - from), from - offset)
        start += file.size
      }
      return bytes
    },
    close,
  }
}

/** Opens a path (the caller closes it, as with `fileSource`) or wraps bytes; a source is returned unchanged. */
export function byteSource(input: RasterInput): Promise<ByteSource> {
  if (typeof input === 'string') return fileSource(input)
  if (input instanceof Uint8Array) return Promise.resolve(bufferSource(input))
  return Promise.resolve(input)
}
