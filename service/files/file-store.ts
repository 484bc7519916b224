import type { Readable } from 'node:stream'

export interface StoredFile {
  key: string
  size: number
  sha256: string
  /** Known as soon as it is stored, so that a zip need not read the file once more for it. */
  crc32: number
}

/** Where bytes live: a local folder or an object store. Keys are made by the service, never by a person. */
export interface FileStore {
  /** Writes whole or not at all; refuses with ServiceError 'too-large' beyond maxBytes. */
  put(key: string, content: Readable | Uint8Array, options?: { maxBytes?: number }): Promise<StoredFile>
  /** Inclusive byte range. Throws ServiceError 'not-found' when the key is absent. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  readAll(key: string, options?: { maxBytes?: number }): Promise<Buffer>
  size(key: string): Promise<number | null>
  /** A path on this machine with the file's content: the file itself, or a cached copy of the object. */
  localPath(key: string): Promise<string>
  remove(key: string): Promise<void>
  /** Removes what writers that are gone left unfinished; where a store keeps none, there is nothing to do. */
  sweepUnfinished?(): Promise<void>
}
