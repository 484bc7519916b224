import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadConfig } from '../../../app.config.ts'
import { connect } from '../../../service/db/client.ts'
import { sign } from '../../../service/domain/signed-links/sign.ts'
import { createLocalFileStore } from '../../../service/files/local-file-store.ts'

/** A link created by a separate process, which shares only the database. */
export async function signElsewhere(databaseUrl: string, dataDir: string, jobId: number): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(import.meta.url),
    databaseUrl,
    dataDir,
    String(jobId),
  ])
  return stdout.trim()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [databaseUrl, dataDir, jobId] = process.argv.slice(2)
  const db = connect(databaseUrl, { max: 1 })
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const services = { db, config, files: createLocalFileStore(dataDir) }
  const target = { kind: 'job-output' as const, recordId: Number(jobId), part: 'mean' }
  const { url } = await sign(services, target, { issuedBy: null })
  process.stdout.write(url)
  await db.$client.end()
}
