import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import type { GrowingFile } from './growing-file.ts'
import { statIfThere } from './stat-if-there.ts'
import { syncFolder } from './sync-folder.ts'
import { asStoreError } from '../system-error.ts'
import { writeBlocks } from './write-blocks.ts'

const sizeOf = async (path: string) => (await statIfThere(path))?.size ?? null

/** The pieces are one file beside the store, which is renamed into it. */
export function growLocalFile(growing: string, path: string, size: number): GrowingFile {
  const offset = async () => (await sizeOf(path)) ?? (await sizeOf(growing)) ?? 0

  return {
    offset,
    async append(from, content) {
      try {
        await mkdir(dirname(growing), { recursive: true, mode: 0o700 })
        const file = await open(growing, from === 0 ? 'w' : 'r+', 0o600)
        try {
          await writeBlocks(file, from, within(size, from, content))
        } finally {
          // A piece that was cut off continues here after a power failure too.
          try {
            await file.sync()
          } finally {
            await file.close()
          }
        }
      } catch (error) {
        throw asStoreError(error)
      }
    },
    async complete() {
      if ((await sizeOf(path)) === size) return
      if ((await sizeOf(growing)) !== size)
        throw new ServiceError('conflict', sentence`The upload is not complete.`)
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

async function* within(size: number, from: number, content: AsyncIterable<Uint8Array>) {
  let at = from
  for await (const chunk of content) {
    at += chunk.byteLength
    if (at > size) throw tooLong(size)
    yield chunk
  }
}

export const tooLong = (size: number) =>
  new ServiceError('too-large', sentence`More bytes arrived than the ${size} that this upload announced.`)
