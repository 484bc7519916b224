import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { loadConfig } from '../../../app.config.ts'
import { connect } from '#service/db/client.ts'
import { openFileStore } from '#service/files/open-file-store.ts'
import { createQueue } from '#service/tasks/pg-boss-queue.ts'
import { startWorker } from '#service/tasks/worker.ts'
import { standInCompute } from './stand-in-compute.ts'

/** A worker in a separate process, to be killed, frozen or stopped: a layer takes `ms`, or runs for real. */
export function forkWorker(options: {
  url: string
  dataDir: string
  ms: number | 'in earnest'
  note: string
}) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], { execArgv: [] })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  return { pid: child.pid!, kill: (signal: NodeJS.Signals) => child.kill(signal), exited, ready }
}

async function main(text: string): Promise<void> {
  const { url, dataDir, ms, note } = JSON.parse(text) as Parameters<typeof forkWorker>[0]
  const log = pino({ level: 'silent' })
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url })
  const db = connect(url, { applicationName: 'strata-worker' })
  const queue = await createQueue({ url, log, role: 'worker' })
  const worker = await startWorker(
    { config, db, files: openFileStore(config), queue, log },
    ms === 'in earnest' ? {} : { compute: standInCompute(ms, note) },
  )
  process.on('SIGTERM', () => {
    void worker
      .stop()
      .then(() => queue.stop())
      .then(() => process.exit(0))
  })
  // The test that started it has ended.
  process.on('disconnect', () => process.exit(1))
  process.send?.('ready')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2])
