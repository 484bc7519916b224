import type { Server as HttpServer } from 'node:http'
import { serve } from 'srvx/node'
import { staticMiddleware } from 'srvx/static'
import { loadConfig } from '../app.config.ts'
import { reportAlive } from '#common/report-alive.ts'
import { watchBody } from '#common/stalled-bodies.ts'
import { compressed } from './compress.ts'
import { checkRequest, plainAnswer } from './check-request.ts'
import { pathBelow, requestBelow } from './path-below.ts'

// Unset, it slows rendering by a factor of eight.
process.env['NODE_ENV'] ??= 'production'
// Node asks the operating system for each variable again, and libraries ask hundreds of times per page.
process.env = { ...process.env }

const config = loadConfig()
const built = new URL('../dist/server/server.js', import.meta.url).href
const { default: app } = (await import(built)) as {
  default: { fetch: (request: Request) => Promise<Response> }
}

const YEAR_S = 31_536_000
const clientDir = new URL('../dist/client', import.meta.url).pathname

/** Files whose names contain a content hash may be cached forever; the rest of public/ for an hour. */
const assets = staticMiddleware({ dir: clientDir, maxAge: YEAR_S, immutable: true, encodings: true })
const others = staticMiddleware({ dir: clientDir, maxAge: 3600 })

const SERVER_FUNCTION = /^\/_serverFn\/[0-9a-f]{64}$/

/** Marks 'no such file': no real answer has this status. */
const PASS = 599
const notFound = () => plainAnswer(404, 'Not found')

function publicFile(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('cross-origin-resource-policy', 'same-origin')
  response.headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  return response
}

/** Live events never end by themselves and would delay the stop, so it ends them; browsers reconnect. */
const stopped = new AbortController()
function endWithServer(response: Response): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response
  const body = response.body.pipeThrough(new TransformStream(), { signal: stopped.signal })
  return new Response(body, { status: response.status, headers: response.headers })
}

const server = serve({
  hostname: config.host,
  port: config.port,
  silent: true,
  gracefulShutdown: false,
  // A client that sends its headers slowly is cut off within 15 s, including the check interval; bodies have their own
  // watch.
  node: {
    headersTimeout: 12_000,
    requestTimeout: 0,
    connectionsCheckingInterval: 1000,
  },
  error: (error) => {
    console.error('A request failed:', error)
    return plainAnswer(500, 'Something went wrong')
  },
  middleware: [
    checkRequest,
    async (request, next) => {
      const whole = new URL(request.url).pathname
      const pathname = pathBelow(whole)
      // A supervisor on this machine needs no path.
      if (whole === '/healthz' || pathname === '/healthz') return Response.json({ ok: true })
      if (pathname === undefined) {
        const isHome = whole === '/' || whole === config.basePath
        return isHome ? plainAnswer(302, 'Found', { location: `${config.basePath}/` }) : notFound()
      }
      // A path that cannot be a server function of this build is simply not found, not an internal error.
      if (pathname.startsWith('/_serverFn/') && !SERVER_FUNCTION.test(pathname)) return notFound()
      if (pathname.startsWith('/assets/')) return publicFile(await assets(requestBelow(request), notFound))
      // Pages have no extension: without this, three files would be looked for before each of them.
      if (!/\.\w+$/.test(pathname) || /^\/(api|_serverFn)\//.test(pathname)) return next()
      const response = await others(requestBelow(request), () => new Response(null, { status: PASS }))
      return response.status === PASS ? next() : publicFile(response)
    },
  ],
  fetch: async (request) => compressed(request, endWithServer(await app.fetch(request))),
})
await server.ready()

const http = server.node?.server as HttpServer | undefined
/** More than the service waits for an upload, which then says itself why it ends it. */
const UPLOAD_QUIET_MS = 135_000
http?.on('request', (request, response) => {
  const isCall = pathBelow(request.url ?? '')?.startsWith('/api/v1/')
  watchBody(request, response, isCall ? { quietMs: UPLOAD_QUIET_MS } : {})
  // A client that disconnects is not an internal error: given a status, the error is answered, to nobody, and not
  // logged.
  request.once('error', (error) => Object.assign(error, { status: 499 }))
})
console.log(`Web application on ${config.appUrl}`)
reportAlive()

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  stopped.abort()
  setTimeout(() => process.exit(0), 10_000).unref()
  http?.closeIdleConnections()
  await server.close(false)
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// Started by another program: if that dies, nobody is left to stop this process.
if (process.send) process.on('disconnect', () => void stop())
