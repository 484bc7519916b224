import { startEmbeddedPostgres } from '../../../launcher/embedded/start.ts'

// Starts the server of the given folder, prints its address or the error, and stays until it is killed.
const said = (text: string) => process.stdout.write(`${text}\n`)
try {
  const server = await startEmbeddedPostgres({
    dataDir: process.argv[2],
    log: { info: said, warn: said },
    settings: { fsync: 'off' },
  })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  said(`url ${server.url}`)
  setInterval(() => {}, 1000)
} catch (error) {
  said(`rejected ${(error as Error).message}`)
  process.exitCode = 1
}
