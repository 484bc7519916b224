import { files } from './files.ts'

/** The columns needed to answer with a stored file. */
export const storedColumns = {
  key: files.key,
  name: files.name,
  media_type: files.media_type,
  size: files.size,
  sha256: files.sha256,
}
