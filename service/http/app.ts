import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Services } from '../context.ts'
import { allowOrigins } from './allow-origins.ts'
import { JSON_MAX_BYTES, addBodyParsers } from './input/body-parsers.ts'
import { createCallLimits } from './limits/call-limits.ts'
import { createCallTurns } from './limits/call-turns.ts'
import { checkHost } from './check-host.ts'
import { addDocs } from './docs/docs-page.ts'
import { endConnections } from './limits/end-connections.ts'
import { onCallEnded } from './limits/ended-calls.ts'
import { registerRoute } from './endpoint-route.ts'
import { type Readiness, addHealth } from './health.ts'
import { closeJobEvents } from './job-event-stream.ts'
import { keepAddresses } from './keep-addresses.ts'
import { addMetrics } from './metrics.ts'
import { makeOpenApi } from './docs/openapi.ts'
import { sendProblem } from './problem.ts'
import { addAudit } from './record-calls.ts'
import { collectMethods, notFound } from './reject-methods.ts'
import { requestIdOf } from './request-id.ts'
import type { Route } from './route.ts'
import { addTusOptions } from './input/tus-headers.ts'
import { closeStalledBodies } from '#common/stalled-bodies.ts'
import { addBareHeaders, answerUnreadable } from './unreadable-requests.ts'

interface AppOptions {
  routes: readonly Route[]
  /** Addresses and ranges whose X-Forwarded-For is trusted. No others are. */
  trustProxy?: readonly string[]
}

/**
 * The contract's longest call (a file run) has 360 s to send its body; headers have 15 s, including the check interval.
 */
const REQUEST_MS = 400_000
const HEADERS_MS = 12_000
const LOOK_MS = 1000
const IDLE_MS = 120_000

const HEALTH = /^\/(healthz|readyz|metrics)$/

async function addHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}

/**
 * One line per call, without anything that a person sent: no address (it may contain an email), query, header or body.
 */
function addLog(app: FastifyInstance): void {
  onCallEnded(app, ({ request, status, ms }) => {
    const { url: route = 'unknown' } = request.routeOptions
    if (HEALTH.test(route)) return
    request.log.info({ method: request.method, route, status, ms: Math.round(ms) }, 'call')
  })
}

/**
 * The HTTP application, not yet listening. `routes` are the calls that it answers; boot checks that they are complete.
 */
export async function createApp(
  services: Services,
  options: AppOptions,
): Promise<{ app: FastifyInstance; readiness: Readiness }> {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: options.trustProxy?.length ? [...options.trustProxy] : false,
    bodyLimit: JSON_MAX_BYTES,
    exposeHeadRoutes: false,
    // `closeStalledBodies` limits bodies instead.
    requestTimeout: 0,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // As long as Node lets an address be: the contract says which are too long.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // `checkHost` checks it instead, and adds the usual headers to its answer.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS, requireHostHeader: false },
    frameworkErrors: (error, request, reply) =>
      void sendProblem(addBareHeaders(reply, request.id), error, request.id, services.log),
    clientErrorHandler: answerUnreadable,
  })
  app.setErrorHandler((error, request, reply) => sendProblem(reply, error, request.id, request.log))
  app.setNotFoundHandler((request, reply) => sendProblem(reply, notFound(), request.id, request.log))
  keepAddresses(app)
  addBodyParsers(app)
  addLog(app)
  addAudit(app, services)
  closeStalledBodies(app, REQUEST_MS)
  endConnections(app)
  await addHeaders(app)
  await app.register(multipart)
  app.addHook('preClose', async () => closeJobEvents(services))

  const answerPreflights = allowOrigins(app, services.config.corsOrigins)
  const limits = createCallLimits()
  const turns = createCallTurns(services.db.$client.options.max)
  const rejectOtherMethods = collectMethods(app, services, limits)
  addMetrics(app, services)
  checkHost(app)
  const readiness = addHealth(app, services)
  const { brandName, apiPublicUrl } = services.config
  addDocs(app, () => makeOpenApi(endpoints, { title: brandName, version: '1' }, apiPublicUrl), limits)
  addTusOptions(app)
  for (const route of options.routes) registerRoute(app, route, services, limits, turns)
  answerPreflights()
  rejectOtherMethods()
  return { app, readiness }
}
