import type { FastifyInstance, FastifyRequest } from 'fastify'

/** nginx's status for a call whose client disconnected before the answer was complete. */
const LEFT = 499

interface EndedCall {
  request: FastifyRequest
  /** The status sent, or 499. */
  status: number
  ms: number
}

/**
 * Calls `ended` exactly once per request, however it ends. Fastify's own `onResponse` does not report bodies, uploads
 * and streams that are cut off.
 */
export function onCallEnded(app: FastifyInstance, ended: (call: EndedCall) => void): void {
  app.addHook('onRequest', async (request, reply) => {
    const start = performance.now()
    let complete = false
    reply.raw.once('finish', () => (complete = true))
    reply.raw.once('close', () => {
      const status = complete ? reply.raw.statusCode : LEFT
      ended({ request, status, ms: performance.now() - start })
    })
  })
}
