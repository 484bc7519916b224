import { endpoints } from '#contract/endpoints.ts'
import type { Services } from './context.ts'
import { composeMail } from './domain/accounts/compose-mail.ts'
import { sweepLoose } from './files/loose-files.ts'
import { createApp } from './http/app.ts'
import { allRoutes, assertComplete } from './http/routes.ts'
import { reportAlive } from '#common/report-alive.ts'
import { startMail } from './mail/start-mail.ts'

/** Balancers see the 503 of /readyz before the port closes. */
const DRAIN_MS = process.env.NODE_ENV === 'production' ? 1000 : 0
const SWEEP_EVERY_MS = 5 * 60_000

/** Answers calls, sends mail and removes loose files; `undo` gets what ends each of them. */
export async function serve(services: Services, undo: (() => Promise<unknown>)[]): Promise<void> {
  assertComplete(allRoutes, endpoints)
  reportAlive()
  const { app, readiness } = await createApp(services, {
    routes: allRoutes,
    trustProxy: services.config.trustProxy,
  })
  const { host, apiPort } = services.config
  await app.listen({ host, port: apiPort }).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EADDRINUSE'
        ? 'is in use by another program; choose another with API_PORT'
        : cause.message
    throw new Error(`Port ${apiPort} on ${host} ${why}.`, { cause })
  })
  undo.push(async () => {
    readiness.drain()
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS))
    await app.close()
  })
  const mail = startMail(services, composeMail)
  undo.push(() => mail.stop())
  services.log.info({ host, port: apiPort }, 'the service is open')
  const sweep = () =>
    void sweepLoose(services).catch((err: unknown) => services.log.warn({ err }, 'the sweep failed'))
  sweep()
  const timer = setInterval(sweep, SWEEP_EVERY_MS)
  undo.push(async () => clearInterval(timer))
}
