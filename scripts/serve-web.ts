import type { Server as HttpServer } from 'node:http'
import { serve } from 'srvx/node'
import { staticMiddleware } from 'srvx/static'
import { loadConfig } from '../app.config.ts'
import { compressed } from './serve-web-compress.ts'

// Unset, it costs the renderer a factor of eight.
process.env['NODE_ENV'] ??= 'production'
const config = loadConfig()
const built = new URL('../dist/server/server.js', import.meta.url).href
const { default: app } = (await import(built)) as {
  default: { fetch: (request: Request) => Promise<Response> }
}

const YEAR_S = 31_536_000
const clientDir = new URL('../dist/client', import.meta.url).pathname

/** What the build names by its content may be kept for ever; the rest of public/ for an hour. */
const assets = staticMiddleware({ dir: clientDir, maxAge: YEAR_S, immutable: true })
const others = staticMiddleware({ dir: clientDir, maxAge: 3600 })

const server = serve({
  hostname: config.host,
  port: config.port,
  silent: true,
  gracefulShutdown: false,
  middleware: [
    (request, next) => (new URL(request.url).pathname === '/healthz' ? Response.json({ ok: true }) : next()),
    async (request, next) => {
      const { pathname } = new URL(request.url)
      const isAsset = pathname.startsWith('/assets/')
      if (pathname === '/' || pathname.startsWith('/api/') || pathname.startsWith('/_serverFn/'))
        return next()
      const response = await (isAsset ? assets : others)(request, next)
      if (!response.headers.has('x-content-type-options'))
        response.headers.set('x-content-type-options', 'nosniff')
      return response
    },
  ],
  fetch: async (request) => compressed(request, await app.fetch(request)),
})
await server.ready()

const http = server.node?.server as HttpServer | undefined
if (http) {
  // An upload may take as long as it takes; a peer that dawdles over its headers may not.
  http.requestTimeout = 0
  http.headersTimeout = 15_000
}
console.log(`Web application on ${config.appUrl}`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(0), 10_000).unref()
  http?.closeIdleConnections()
  await server.close(false)
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// Started by another program: nobody is left to stop this one when that one dies.
if (process.send) process.on('disconnect', () => void stop())
