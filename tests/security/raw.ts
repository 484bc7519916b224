import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One chunk after another, until there is an answer. */
async function pace(
  socket: Socket,
  pieces: readonly (Buffer | string)[],
  answered: () => boolean,
): Promise<void> {
  for (const piece of pieces) {
    if (answered() || socket.destroyed) return
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
    await sleep(5)
    // What arrived meanwhile is read before the next write, which fails once the other side has closed.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Writes raw bytes and returns what was received until the other side closed, or `ms` have passed. */
export function sendRaw(
  port: number,
  pieces: readonly (Buffer | string)[],
  options: { ms?: number; hangUp?: boolean; paced?: boolean } = {},
): Promise<{ text: string; closed: boolean; ms: number }> {
  const start = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const done = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed, ms: performance.now() - start })
    }
    const timer = setTimeout(() => done(false), options.ms ?? 10_000)
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => done(true))
    socket.on('connect', () => {
      if (options.paced) void pace(socket, pieces, () => text !== '')
      else for (const piece of pieces) socket.write(piece)
      if (options.hangUp) setTimeout(() => done(true), 50)
    })
  })
}

export const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
