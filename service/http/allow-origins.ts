import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

/** What a page of another origin may read of an answer, besides the headers that every page may read. */
const EXPOSED = 'Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Retry-After'
const ALLOWED = 'Authorization, Content-Type, If-Match, If-None-Match, Range'
const PREFLIGHT_S = '600'

/** Calls that only read, and the files of signed links. */
const isRead = ({ scope, access, answer }: Endpoint) =>
  scope === 'read' || (access === 'public' && answer === 'file')

/**
 * Pages of the configured origins may read: a STAC browser elsewhere, a web map. They authenticate with a token, never
 * with a cookie. https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): () => void {
  if (origins.length === 0) return () => {}
  const allow = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || !origins.includes(origin)) return false
    reply.header('access-control-allow-origin', origin)
    return true
  }
  const readable = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const { endpoint } = (config ?? {}) as { endpoint?: Endpoint }
    if (!endpoint || !isRead(endpoint)) return
    const methods = readable.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    readable.set(url, methods)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
    if (!endpoint || !isRead(endpoint)) return
    if (allow(request, reply)) reply.header('access-control-expose-headers', EXPOSED)
  })
  return () => {
    // Uploads describe their own protocol.
    const found = [...readable].filter(([url]) => !app.hasRoute({ method: 'OPTIONS', url }))
    for (const [url, methods] of found)
      app.options(url, async (request, reply) => {
        if (!allow(request, reply)) return reply.callNotFound()
        return reply
          .code(204)
          .header('access-control-allow-methods', [...methods].join(', '))
          .header('access-control-allow-headers', ALLOWED)
          .header('access-control-max-age', PREFLIGHT_S)
          .send()
      })
  }
}
