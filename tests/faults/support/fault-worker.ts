import { fork } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { loadConfig } from '../../../app.config.ts'
import { connect } from '../../../service/db/client.ts'
import { openFileStore } from '../../../service/files/open-file-store.ts'
import type { ComputeLayer } from '#service/tasks/layers/layer-process.ts'
import { createQueue } from '../../../service/tasks/pg-boss-queue.ts'
import { startWorker } from '../../../service/tasks/worker.ts'
import { standInCompute } from '../../support/jobs/stand-in-compute.ts'

interface Options {
  url: string
  dataDir: string
  /** The duration of a layer. */
  ms: number
  note: string
  /** Each computed layer is appended here as a line with its seed. */
  journal?: string
  /** Writes no outputs: for races of many layers. */
  empty?: boolean
}

export interface FaultWorker {
  pid: number
  kill: (signal: NodeJS.Signals) => void
  exited: Promise<number | null>
  ready: Promise<void>
}

/**
 * A real worker on the real queue in a separate process; only the engine is a test double. The target 'poison' crashes
 * the process, 'long' takes fifteen times as long.
 */
export function forkFaultWorker(options: Options): FaultWorker {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], { execArgv: [] })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  return { pid: child.pid!, kill: (signal) => void child.kill(signal), exited, ready }
}

const computeOf = ({ ms, note, journal, empty }: Options): ComputeLayer => {
  return async (task, hooks) => {
    if (journal) appendFileSync(journal, `${task.layer.seed}\n`)
    // Like a crash in native code: no handler, no message.
    if (task.layer.target === 'poison') process.kill(process.pid, 'SIGABRT')
    const outcome = await standInCompute(task.layer.target === 'long' ? 15 * ms : ms, note)(task, hooks)
    return empty ? { ...outcome, written: [] } : outcome
  }
}

async function main(options: Options): Promise<void> {
  const log = pino({ level: 'silent' })
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: options.dataDir, DATABASE_URL: options.url })
  const db = connect(options.url, { applicationName: 'strata-worker', max: 5 })
  const queue = await createQueue({ url: options.url, log, role: 'worker' })
  const worker = await startWorker(
    { config, db, files: openFileStore(config), queue, log },
    { compute: computeOf(options) },
  )
  process.on('SIGTERM', () => {
    void worker
      .stop()
      .then(() => queue.stop())
      .then(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(1))
  process.send?.('ready')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(JSON.parse(process.argv[2]) as Options)
