import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '../service-error.ts'
import { asFullDisk } from './is-full.ts'
import type { GrowingFile } from './growing-file.ts'
import { syncFolder } from './sync-folder.ts'

const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? null

/** The pieces are one file beside the store, which is renamed into it. */
export function growLocalFile(growing: string, path: string, size: number): GrowingFile {
  const offset = async () => (await sizeOf(path)) ?? (await sizeOf(growing)) ?? 0

  return {
    offset,
    async append(from, content) {
      await mkdir(dirname(growing), { recursive: true, mode: 0o700 })
      const file = await open(growing, from === 0 ? 'w' : 'r+', 0o600)
      try {
        try {
          await writeAt(file, from, size, content)
        } finally {
          // A piece that was cut off continues here after a power failure too.
          await file.sync()
        }
      } catch (error) {
        throw asFullDisk(error)
      } finally {
        await file.close()
      }
    },
    async complete() {
      if ((await sizeOf(path)) === size) return
      if ((await sizeOf(growing)) !== size) throw new ServiceError('conflict', 'The upload is not complete.')
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(growing, path)
      await syncFolder(dirname(path))
    },
    async discard() {
      await rm(growing, { force: true })
      await rm(path, { force: true })
    },
  }
}

async function writeAt(file: FileHandle, from: number, size: number, content: AsyncIterable<Uint8Array>) {
  let at = from
  for await (const chunk of content) {
    if (at + chunk.byteLength > size) throw tooLong(size)
    let written = 0
    while (written < chunk.byteLength) {
      const { bytesWritten } = await file.write(chunk, written, chunk.byteLength - written, at + written)
      written += bytesWritten
    }
    at += written
  }
}

export const tooLong = (size: number) =>
  new ServiceError('too-large', `More bytes arrived than the ${size} that this upload announced.`)
