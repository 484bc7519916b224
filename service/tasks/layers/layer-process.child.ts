import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { computeLayer } from '../../domain/jobs/run-layer/compute-layer.ts'
import type { LayerTask } from '../../domain/jobs/run-layer/layer-task.ts'
import { ModelError } from '../../modelling/model-error.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { ServiceError } from '../../service-error.ts'
import type { Message } from './layer-process.ts'
import { asWorkerError } from '../transient-error.ts'

// A killed worker cannot end its child, and a fit keeps the child's own thread busy: another thread watches.
const WATCHDOG = `
  const parent = process.ppid
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)
`

const sendToParent = (message: Message) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send!(message, () => resolve())
    else resolve()
  })

async function run(task: LayerTask): Promise<void> {
  // People's calls have priority on a machine that serves and computes.
  setPriority(5)
  try {
    const outcome = await computeLayer(task, {
      progress: (step, fraction) => void sendToParent({ type: 'progress', step, fraction }),
      log: (line) => void sendToParent({ type: 'log', line }),
    })
    await sendToParent({ type: 'done', outcome })
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    const known = error instanceof ModelError || error instanceof RasterError || error instanceof ServiceError
    const system = asWorkerError(error)
    if (system) await sendToParent({ type: 'system', kind: system.kind, message: system.message })
    else await sendToParent(known ? { type: 'rejected', message } : { type: 'broken', message, stack })
  }
  process.exit(0)
}

// Ctrl-C reaches the whole group; the worker decides when this process ends, and what happens to its layer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
new Worker(WATCHDOG, { eval: true }).unref()
process.once('message', (task: LayerTask) => void run(task))
process.on('disconnect', () => process.exit(0))
