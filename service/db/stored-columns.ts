import { files } from './files-schema.ts'

/** What it takes to answer with a file of the store. */
export const storedColumns = {
  key: files.key,
  name: files.name,
  media_type: files.media_type,
  size: files.size,
  sha256: files.sha256,
}
