import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Systems hand out ports from 32768 on: below it, no connection of another test takes the port before its use. */
const [FIRST, LAST] = [15_000, 32_000]

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of the loopback address that nothing uses, for a process that listens on it seconds later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}
