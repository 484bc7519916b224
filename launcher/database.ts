import type { AppConfig } from '../app.config.ts'
import { findRunningPostgres } from './embedded/find-running.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'

interface FoundDatabase {
  url: string
  stop: () => Promise<void>
}

const leaveIt = async () => {}

/** The configured server; otherwise the data folder's embedded one, which this process starts and owns. */
export async function ownDatabase(config: AppConfig): Promise<FoundDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: leaveIt }
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    logLimits: config.logFiles,
    log: { info: () => {}, warn: (message) => console.error(message) },
  })
}

/**
 * The configured server; otherwise the embedded one that another process runs on the data folder; null if there is
 * none.
 */
export async function joinDatabase(config: AppConfig): Promise<FoundDatabase | null> {
  const url = config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  return url ? { url, stop: leaveIt } : null
}
