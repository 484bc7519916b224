import type { FastifyInstance } from 'fastify'

const WINDOW_MS = 30_000
const LEAST_BYTES = 30 * 1024

/** Cuts connections that send their body slower than 1 KiB/s over half a minute: they hold a place and give nothing. */
export function closeStalledBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.method === 'GET' || raw.method === 'HEAD' || !raw.socket) return
    let before = raw.socket.bytesRead
    const watch = setInterval(() => {
      if (raw.complete) return clearInterval(watch)
      if (raw.socket.bytesRead - before < LEAST_BYTES) raw.socket.destroy()
      before = raw.socket.bytesRead
    }, WINDOW_MS)
    watch.unref()
    raw.once('close', () => clearInterval(watch))
  })
}
