import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from './lock.ts'
import { ask, serverUrl } from './postmaster.ts'

/** The address of the server that another process runs on this data folder; null if none responds. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  try {
    const folder = join(realpathSync(dataDir), 'postgres')
    const place = JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8')) as { cluster?: string }
    const password = readFileSync(join(folder, 'password'), 'utf8').trim()
    const sockets = privateFolder(dataDir)
    const cluster = place.cluster ?? join(folder, 'cluster')
    return (await ask(sockets, password, cluster)) === 'ready' ? serverUrl(sockets, password, 'strata') : null
  } catch {
    return null
  }
}
