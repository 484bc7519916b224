import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 250
/** A header that is being sent when the stop begins may still arrive. */
const GRACE_MS = 1000

/**
 * A stopping server answers its open requests and then waits for its connections. Connections that were busy when the
 * stop began stay open if their client wishes, and Node no longer checks for slow headers: both would delay the end
 * until it is forced. So every answer of a stopping server says 'close', and idle connections are closed.
 */
export function endConnections(app: FastifyInstance): void {
  const calls = new Map<Socket, number>()
  app.server.on('connection', (socket) => {
    calls.set(socket, 0)
    socket.once('close', () => calls.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    calls.set(socket, (calls.get(socket) ?? 0) + 1)
    response.once('close', () => {
      if (calls.has(socket)) calls.set(socket, calls.get(socket)! - 1)
    })
  })
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    const from = Date.now() + GRACE_MS
    sweep = setInterval(() => {
      if (Date.now() < from) return
      for (const [socket, open] of calls) if (open === 0) socket.destroy()
    }, SWEEP_MS)
    sweep.unref()
    app.server.once('close', () => clearInterval(sweep))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (sweep) reply.header('connection', 'close')
  })
}
