import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'
import { databaseAnswers } from '../domain/app/database-answers.ts'

const READY_MS = 2000

export interface Readiness {
  /** Makes /readyz answer 503, so that load balancers stop routing requests here. */
  drain(): void
}

/** /healthz: the process is alive. /readyz: it can serve requests, database included. */
export function addHealth(app: FastifyInstance, services: Services): Readiness {
  let draining = false
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = draining
      ? 'stopping'
      : (await databaseAnswers(services.db, READY_MS))
        ? null
        : 'no database'
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: reason ?? 'ok' })
  })
  return { drain: () => void (draining = true) }
}
