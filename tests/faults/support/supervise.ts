import { writeFileSync } from 'node:fs'
import { startManaged } from '../../../launcher/child-process.ts'

/** A supervisor of one small server, with short intervals: `supervise.ts FOLDER PORT`. */
const [folder, port] = process.argv.slice(2)

const SERVER = `
import { createServer } from 'node:http'
import { reportAlive } from '${new URL('../../../common/report-alive.ts', import.meta.url).href}'
reportAlive(50)
// Writing to a pipe blocks until it is read; in portions, so that liveness checks are answered in between.
const talk = (from, done) => {
  if (from === 50_000) return done()
  for (let n = from; n < from + 500; n++) console.log(n + ' ' + 'x'.repeat(100))
  setImmediate(talk, from + 500, done)
}
let until = 0
const spin = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ); }
createServer((request, response) => {
  if (request.url === '/block') for (;;);
  // Heavy load: the main thread is hardly ever free, and responds late.
  if (request.url === '/load') setInterval(() => spin(150), 1)
  // Heavier: it turns to other work once in longer than a liveness check waits.
  if (request.url === '/swamp') setInterval(() => spin(Date.now() < until ? 1200 : 0), 1, (until = Date.now() + 8000))
  if (request.url === '/talk') return talk(0, () => response.end(String(process.pid)))
  response.end(String(process.pid))
}).listen(${port}, '127.0.0.1')
process.on('disconnect', () => process.exit(0))
`
writeFileSync(`${folder}/server.mjs`, SERVER)
const managed = startManaged({
  name: 'server',
  args: [`${folder}/server.mjs`],
  env: process.env,
  logFile: { path: `${folder}/server.log`, maxMiB: 1, files: 2 },
  restart: true,
  // With the usual three misses, a pause of the machine would look like a stuck server.
  liveness: { url: `http://127.0.0.1:${port}/healthz`, everyMs: 200, timeoutMs: 500, misses: 6 },
})
process.on('SIGTERM', () => void managed.stop().then(() => process.exit(0)))
