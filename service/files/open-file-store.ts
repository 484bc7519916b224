import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppConfig } from '#config'
import type { FileStore } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'
import { parseS3Address } from './s3-address.ts'
import { createS3FileStore } from './s3-file-store.ts'

/** The configured store: FILES_URL, else the folder `files` in the data folder. */
export function openFileStore(config: Pick<AppConfig, 'filesUrl' | 'dataDir'>): FileStore {
  if (config.filesUrl?.startsWith('s3:')) return createS3FileStore(parseS3Address(config.filesUrl))
  const root = config.filesUrl === undefined ? join(config.dataDir, 'files') : folderOf(config.filesUrl)
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(`The files folder ${root} cannot be created: ${(cause as Error).message}`, {
      cause,
    })
  }
  return createLocalFileStore(root)
}

function folderOf(filesUrl: string): string {
  try {
    const url = new URL(filesUrl)
    if (url.protocol === 'file:') return fileURLToPath(url)
  } catch {
    // Rejected below, like any other malformed address.
  }
  const shown = filesUrl.split(':')[0].slice(0, 20)
  throw new Error(
    `FILES_URL begins with '${shown}:', which is not supported. Supported: empty (a folder in DATA_DIR), file:///an/absolute/folder, or s3://bucket/prefix?endpoint=…`,
  )
}
