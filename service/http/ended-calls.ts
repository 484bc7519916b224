import type { FastifyInstance, FastifyRequest } from 'fastify'

/** nginx's number for a call whose caller left before the answer was complete. */
const LEFT = 499

export interface EndedCall {
  request: FastifyRequest
  /** The status that was sent, or 499. */
  status: number
  ms: number
}

/**
 * Calls `ended` exactly once for each request, whichever way it ends. Fastify's own `onResponse` is silent about bodies,
 * uploads and streams that are cut.
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
