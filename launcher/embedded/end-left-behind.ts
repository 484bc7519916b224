import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataDir } from './lock.ts'
import { readPidFile, stopPostmaster } from './postmaster.ts'

/** Ends the PostgreSQL of a data folder whose owner was killed, unless another start has adopted it in the meantime. */
export async function endLeftBehind(dataDir: string): Promise<void> {
  const folder = join(realpathSync(dataDir), 'postgres')
  const lock = await lockDataDir(dataDir, { leaving: true }).catch(() => null)
  if (!lock) return
  try {
    const place = JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8')) as { cluster?: string }
    const cluster = place.cluster ?? join(folder, 'cluster')
    const pid = readPidFile(cluster)?.pid
    if (pid !== undefined) await stopPostmaster(pid, cluster)
  } finally {
    lock.release()
  }
}
