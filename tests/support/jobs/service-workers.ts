import type { TestService } from '../service.ts'
import { forkWorker } from './worker-process.ts'

/** Workers in separate processes that serve the tasks of a test's service. */
export function serviceWorkers(serviceOf: () => TestService) {
  const running: ReturnType<typeof forkWorker>[] = []
  return {
    fork() {
      const { database, services } = serviceOf()
      const worker = forkWorker({ url: database.url, dataDir: services.config.dataDir, ms: 0, note: '' })
      running.push(worker)
      return worker
    },
    async end() {
      for (const worker of running.splice(0)) {
        worker.kill('SIGKILL')
        await worker.exited
      }
    },
  }
}
