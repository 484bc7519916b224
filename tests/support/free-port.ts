import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Systems hand out ports from 32768 on: below it, no connection of another test takes the port before its use. */
const [FIRST, LAST] = [15_000, 32_000]
/** Each process has ports of its own: another one would find the same port free until somebody listens on it. */
const PORTS_OF_PROCESS = 100
const first = FIRST + ((process.pid * PORTS_OF_PROCESS) % (LAST - FIRST))

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of the loopback address that nothing uses, for a process that listens on it seconds later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + randomInt(PORTS_OF_PROCESS)
    if (await isFree(port)) return port
  }
}
