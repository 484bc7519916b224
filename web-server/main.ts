import cluster from 'node:cluster'
import { loadConfig } from '../app.config.ts'
import { runProcesses } from './processes.ts'

// Unset, it slows rendering by a factor of eight.
process.env['NODE_ENV'] ??= 'production'
const { webProcesses, appUrl } = loadConfig()

if (cluster.isPrimary && webProcesses > 1) {
  runProcesses(webProcesses, () => console.log(`Web application on ${appUrl}`))
} else {
  await import('./serve.ts')
}
