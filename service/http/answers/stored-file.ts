import type { FileStore } from '../../files/file-store.ts'
import { storedDownload } from '../../files/stored-download.ts'
import type { FileAnswer } from '../route.ts'

/** The answer that streams a stored file. */
export const storedFile = (files: FileStore, file: Parameters<typeof storedDownload>[1]): FileAnswer => ({
  ...storedDownload(files, file),
  cacheControl: 'private, no-cache',
})
