import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { ADMINS, type Endpoint } from '#contract/endpoint.ts'
import type { Services } from '../context.ts'
import { readQueueFigures } from '../domain/jobs/read-queue-figures.ts'
import { authenticate, tokenOf } from './authenticate.ts'
import { onCallEnded } from './limits/ended-calls.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 360]
const DATABASE_MS = 2000

/** Process metrics belong to the process, however many apps it has. */
let ofTheProcess: Registry | undefined
function processRegistry(): Registry {
  if (!ofTheProcess) {
    ofTheProcess = new Registry()
    collectDefaultMetrics({ register: ofTheProcess })
  }
  return ofTheProcess
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** A request from a program on this machine: what a proxy forwards comes from elsewhere, whatever its address. */
const isLocal = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)

function measureCalls(app: FastifyInstance, register: Registry): void {
  const durations = new Histogram({
    name: 'strata_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [register],
  })
  const open = new Gauge({
    name: 'strata_http_requests_open',
    help: 'Requests that are being answered, live streams included',
    registers: [register],
  })
  app.addHook('onRequest', async () => open.inc())
  onCallEnded(app, ({ request, status, ms }) => {
    open.dec()
    // The route's template, never the address: labels contain nothing that a person typed.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status }, ms / 1000)
  })
}

function measureDatabase({ db }: Pick<Services, 'db'>, register: Registry): () => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [register] })
  const up = gauge('strata_database_up', '1 when the database answers')
  const jobs = gauge('strata_jobs', 'Jobs that are not done, by status', 'status')
  const oldest = gauge('strata_queue_oldest_pending_seconds', 'How long the oldest pending job has waited')
  const tasks = gauge('strata_queue_tasks', 'Tasks of background work, by queue and state', 'queue', 'state')
  const pool = gauge(
    'strata_database_connections',
    'Connections of this process, and callers that wait for one',
    'state',
  )
  return async () => {
    const { totalCount, idleCount, waitingCount } = db.$client
    pool.set({ state: 'open' }, totalCount)
    pool.set({ state: 'idle' }, idleCount)
    pool.set({ state: 'waiting' }, waitingCount)
    jobs.reset()
    oldest.reset()
    tasks.reset()
    const late = new Promise<null>((resolve) => setTimeout(resolve, DATABASE_MS, null).unref())
    const figures = await Promise.race([readQueueFigures(db).catch(() => null), late])
    up.set(figures ? 1 : 0)
    if (!figures) return
    jobs.set({ status: 'pending' }, figures.pending)
    jobs.set({ status: 'running' }, figures.running)
    oldest.set(figures.oldestPendingSeconds)
    for (const { queue, state, count } of figures.tasks) tasks.set({ queue, state }, count)
  }
}

/** /metrics in Prometheus' text format: for programs on this machine, and for admins from anywhere. */
export function addMetrics(app: FastifyInstance, services: Services): void {
  const register = new Registry()
  measureCalls(app, register)
  const ask = measureDatabase(services, register)
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request))
      await authenticate({ access: ADMINS, method: 'GET' } as Endpoint, tokenOf(request), services)
    await ask()
    const all = Registry.merge([processRegistry(), register])
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', all.contentType)
      .send(await all.metrics())
  })
}
