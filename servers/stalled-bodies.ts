import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it needs if data keeps arriving. */
    noTimeout?: boolean
  }
}

const LOOK_MS = 2500
const WINDOW_MS = 30_000
const LEAST_BYTES = 30 * 1024

/**
 * Cuts the connection of a body that arrived at less than 1 KiB/s over the last 30 s, or takes longer than `wholeMs` in
 * all: it occupies a slot for nothing. A server-wide limit of Node would also cut uploads that have no time-out. While
 * we do not read (the store is slow or retrying) nothing can arrive, so that time does not count.
 */
export function watchBody(request: IncomingMessage, wholeMs = Infinity): void {
  const { headers, socket } = request
  // A GET may also have a body, which would otherwise stall unnoticed.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || !socket) return
  const until = performance.now() + wholeMs
  /** Bytes read at each check in the last window, oldest first. */
  let seen = [socket.bytesRead]
  const cut = () => {
    clearInterval(watch)
    request.destroy()
  }
  const watch = setInterval(() => {
    if (request.complete) return clearInterval(watch)
    if (performance.now() > until) return cut()
    // From here on Node reads nothing more from the connection.
    if (request.readableLength >= request.readableHighWaterMark) return void (seen = [socket.bytesRead])
    seen.push(socket.bytesRead)
    const previous = seen.length > WINDOW_MS / LOOK_MS ? seen.shift()! : -Infinity
    if (socket.bytesRead - previous < LEAST_BYTES) cut()
  }, LOOK_MS)
  watch.unref()
  request.once('close', () => clearInterval(watch))
}

export function closeStalledBodies(app: FastifyInstance, wholeMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) =>
    watchBody(raw, routeOptions.config?.noTimeout ? Infinity : wholeMs),
  )
}
