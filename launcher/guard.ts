// Outlives the supervisor: if the supervisor is killed, ends what it left running, the database last.
import { setTimeout as sleep } from 'node:timers/promises'
import { endLeftBehind } from './embedded/end-left-behind.ts'
import { isAlive } from './embedded/postmaster.ts'

/** The other processes notice the supervisor's end themselves and finish their work. */
const GRACE_MS = 5000

const [dataDir] = process.argv.slice(2)
const pids = new Set<number>()
let over = false

async function endAll(): Promise<void> {
  const alive = () => [...pids].filter(isAlive)
  for (const end = Date.now() + GRACE_MS; Date.now() < end && alive().length > 0;) await sleep(100)
  for (const pid of alive()) process.kill(pid, 'SIGKILL')
  if (dataDir) await endLeftBehind(dataDir)
}

process.on('message', (message: { pid?: number; gone?: number; over?: true }) => {
  if (message.pid) pids.add(message.pid)
  if (message.gone) pids.delete(message.gone)
  if (message.over) over = true
})
process.once('disconnect', () => {
  if (over) process.exit(0)
  endAll().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
