import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it needs, as long as it keeps coming. */
    noTimeout?: boolean
  }
}

const WINDOW_MS = 30_000
const LEAST_BYTES = 30 * 1024

/**
 * Cuts connections that send their body slower than 1 KiB/s over half a minute, or longer than `wholeMs` in all: they
 * hold a place and give nothing. A server-wide limit of Node would also cut uploads that have no time-out.
 */
export function closeStalledBodies(app: FastifyInstance, wholeMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.method === 'GET' || raw.method === 'HEAD' || !raw.socket) return
    const until = routeOptions.config?.noTimeout ? Infinity : Date.now() + wholeMs
    let before = raw.socket.bytesRead
    const watch = setInterval(() => {
      if (raw.complete) return clearInterval(watch)
      if (raw.socket.bytesRead - before < LEAST_BYTES || Date.now() > until) raw.socket.destroy()
      before = raw.socket.bytesRead
    }, WINDOW_MS)
    watch.unref()
    raw.once('close', () => clearInterval(watch))
  })
}
