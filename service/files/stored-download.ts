import type { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'

/** A download of known size. */
export interface StoredDownload {
  name: string
  mediaType: string
  size: number
  etag: string
  open(range?: { start: number; end: number }): Promise<Readable>
}

/** A stored file as a download: its bytes are opened when they are requested. */
export const storedDownload = (
  store: FileStore,
  file: { name: string; media_type: string; size: number; sha256: string; key: string },
): StoredDownload => ({
  name: file.name,
  mediaType: file.media_type,
  size: file.size,
  etag: `"${file.sha256}"`,
  open: (range) => store.read(file.key, range),
})
