import { open } from 'node:fs/promises'
import { RasterError } from './raster-error.ts'

/** Random access to bytes: a local file, a buffer, or whatever can answer byte ranges. */
export interface ByteSource {
  readonly size: number
  /** Exactly `length` bytes from `offset`; throws a RasterError where the source is shorter. */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export type RasterInput = string | Uint8Array | ByteSource

const tooShort = (offset: number, length: number, size: number) =>
  new RasterError(
    `The file ends at byte ${size}, but bytes ${offset} to ${offset + length} are needed. It was probably cut off while copying; send it again.`,
  )

export function bufferSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      if (offset < 0 || offset + length > bytes.length) {
        return Promise.reject(tooShort(offset, length, bytes.length))
      }
      return Promise.resolve(bytes.subarray(offset, offset + length))
    },
    close: () => Promise.resolve(),
  }
}

export async function fileSource(path: string): Promise<ByteSource> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await handle.read(bytes, 0, length, offset)
      if (bytesRead < length) throw tooShort(offset, length, size)
      return bytes
    },
    close: () => handle.close(),
  }
}

export function byteSource(input: RasterInput): Promise<ByteSource> {
  if (typeof input === 'string') return fileSource(input)
  if (input instanceof Uint8Array) return Promise.resolve(bufferSource(input))
  return Promise.resolve(input)
}
