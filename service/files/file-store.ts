import type { Readable } from 'node:stream'
import type { Growing, GrowingFile } from './growing-file.ts'

export interface StoredFile {
  key: string
  size: number
  sha256: string
  /** Computed while storing, so that a zip need not read the file again for it. */
  crc32: number
}

/** The bytes that a file holds now, to read parts of them; plain data, which other processes may get too. */
export interface StoredVersion {
  key: string
  size: number
  /** Differs from that of any other content of the file. */
  version: string
  /** Path on this machine, if the store keeps its files there. */
  path: string | null
}

/** Storage for bytes: a local folder or an object store. The service generates the keys, never a person. */
export interface FileStore {
  /** Writes whole or not at all; throws ServiceError 'too-large' beyond maxBytes. */
  put(
    key: string,
    content: AsyncIterable<Uint8Array> | Uint8Array,
    options?: { maxBytes?: number },
  ): Promise<StoredFile>
  /** Inclusive byte range. Throws ServiceError 'not-found' if the key does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  readAll(key: string, options?: { maxBytes?: number }): Promise<Buffer>
  size(key: string): Promise<number | null>
  /** Throws ServiceError 'not-found' if the key does not exist. */
  version(key: string): Promise<StoredVersion>
  /**
   * Exactly `length` bytes from `offset` of that version. Throws ServiceError 'not-found' if the file was removed
   * meanwhile, 'conflict' if it was replaced.
   */
  readPart(of: StoredVersion, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>
  remove(key: string): Promise<void>
  /** Begins a file that arrives in pieces; what it returns continues it, in any process. */
  begin(key: string): Promise<string>
  grow(file: Growing): GrowingFile
  /** Removes incomplete files of writers that no longer run; does nothing in stores that keep none. */
  sweepUnfinished?(): Promise<void>
  /** Throws a message for the operator: no server, no bucket, no permission. A folder needs no check. */
  check?(): Promise<void>
}
