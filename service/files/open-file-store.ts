import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppConfig } from '#config'
import type { FileStore } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'

/** The store that the configuration names: FILES_URL, else the folder `files` of the data folder. */
export function openFileStore(config: Pick<AppConfig, 'filesUrl' | 'dataDir'>): FileStore {
  const root = config.filesUrl === undefined ? join(config.dataDir, 'files') : folderOf(config.filesUrl)
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(`The folder of the files, ${root}, cannot be made: ${(cause as Error).message}`, { cause })
  }
  return createLocalFileStore(root)
}

function folderOf(filesUrl: string): string {
  try {
    const url = new URL(filesUrl)
    if (url.protocol === 'file:') return fileURLToPath(url)
  } catch {
    // Answered below, like every other form that is not understood.
  }
  const shown = filesUrl.split(':')[0].slice(0, 20)
  throw new Error(
    `FILES_URL begins with '${shown}:', which is not understood yet. Understood: nothing (a folder in DATA_DIR), or file:///an/absolute/folder.`,
  )
}
