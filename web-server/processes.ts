import cluster, { type Worker } from 'node:cluster'
import { ALIVE } from '#common/report-alive.ts'
import { watchAlive } from './alive.ts'

const STOP_MS = 12_000

/**
 * Several processes share the port: rendering is what limits the web application, and uses one core per process. One that
 * dies or hangs is replaced; one that cannot start ends all, since the others could not either.
 */
export function runProcesses(count: number, allServe: () => void): void {
  let stopping = false
  const serving = new Set<Worker>()
  const start = () => {
    const worker = cluster.fork()
    const watch = watchAlive(() => serving.has(worker) && worker.process.kill('SIGKILL'))
    worker.on('listening', () => {
      if (serving.add(worker).size === count) allServe()
    })
    worker.on('message', () => {
      watch.heard()
      // One of them runs: who watches this process learns it, too.
      if (process.connected) process.send?.(ALIVE)
    })
    worker.on('exit', (code) => {
      watch.end()
      if (stopping && Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
      if (stopping) return
      if (!serving.delete(worker)) process.exit(code || 1)
      console.error('A process of the web application ended; another one starts.')
      start()
    })
  }
  for (let n = 0; n < count; n++) start()

  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), STOP_MS).unref()
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Started by another program: if that dies, nobody is left to stop these processes.
  if (process.send) process.on('disconnect', stop)
}
