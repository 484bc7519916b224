import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** For another attempt at the layer. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}
