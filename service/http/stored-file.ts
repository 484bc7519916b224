import type { FileStore } from '../files/file-store.ts'
import type { FileAnswer } from './route.ts'

/** The answer that streams a file of the store. */
export function storedFile(
  files: FileStore,
  file: { name: string; media_type: string; size: number; sha256: string; key: string },
): FileAnswer {
  return {
    name: file.name,
    mediaType: file.media_type,
    size: file.size,
    etag: `"${file.sha256}"`,
    cacheControl: 'private, no-cache',
    open: (range) => files.read(file.key, range),
  }
}
