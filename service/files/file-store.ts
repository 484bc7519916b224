import type { Readable } from 'node:stream'

export interface StoredFile {
  key: string
  size: number
  sha256: string
  /** Computed while storing, so that a zip need not read the file again for it. */
  crc32: number
}

/** Storage for bytes: a local folder or an object store. The service generates the keys, never a person. */
export interface FileStore {
  /** Writes whole or not at all; throws ServiceError 'too-large' beyond maxBytes. */
  put(key: string, content: Readable | Uint8Array, options?: { maxBytes?: number }): Promise<StoredFile>
  /** Inclusive byte range. Throws ServiceError 'not-found' if the key does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  readAll(key: string, options?: { maxBytes?: number }): Promise<Buffer>
  size(key: string): Promise<number | null>
  /** A path on this machine with the file's content: the file itself, or a cached copy of the object. */
  localPath(key: string): Promise<string>
  remove(key: string): Promise<void>
  /** Removes incomplete files of writers that no longer run; does nothing in stores that keep none. */
  sweepUnfinished?(): Promise<void>
}
