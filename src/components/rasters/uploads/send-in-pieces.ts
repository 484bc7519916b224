import { uploadInPieces } from '~/api/upload-in-pieces.ts'
import { hashFile } from '~/lib/files/hash-file.ts'

/** What a file's SHA-256 is, computed once for each file. */
const hashes = new WeakMap<File, Promise<string>>()

async function hashOf(file: File): Promise<string> {
  const hash = hashes.get(file) ?? hashFile(file)
  hashes.set(file, hash)
  // A file that could not be read may be readable when it is sent again.
  hash.catch(() => hashes.delete(file))
  return hash
}

interface Options {
  /** The upload to continue. */
  id?: string
  onId: (id: string) => void
  onProgress: (fraction: number) => void
  /** Aborting it pauses the upload. */
  signal: AbortSignal
}

/** The whole file is hashed while it is sent: what arrives must be what was chosen. */
export async function sendInPieces(file: File, options: Options): Promise<{ id: string; sha256: string }> {
  const [id, sha256] = await Promise.all([uploadInPieces(file, options), hashOf(file)])
  return { id, sha256 }
}
