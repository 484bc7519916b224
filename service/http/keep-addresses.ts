import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Node asks the system for the peer's address on first use and remembers it. Reading it when the connection opens keeps
 * it available after a reset: rate limits, logins and the audit all use the same value.
 */
export function keepAddresses(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}
