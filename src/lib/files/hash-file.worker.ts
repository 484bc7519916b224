import { sha256OfFile } from './sha256.ts'

/** Hashes the file that it is sent, and answers with 64 digits, or null if the file cannot be read. */
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  sha256OfFile(data).then(
    (hash) => self.postMessage(hash),
    () => self.postMessage(null),
  )
})
