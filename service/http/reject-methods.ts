import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { fixed, sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import { tokenOf, findCaller } from './authenticate.ts'
import type { CallLimits } from './limits/call-limits.ts'
import { rejectWhenBusy } from './limits/reject-when-busy.ts'

export const notFound = () => new ServiceError('not-found', sentence`There is nothing at this address.`)

/**
 * Collects the methods of the routes that are added after this call. The function returned lets the other methods of
 * their addresses answer 405. Without a valid token the answer is that of an unknown address. OPTIONS stays as it is.
 */
export function collectMethods(app: FastifyInstance, services: Services, limits: CallLimits): () => void {
  const found = new Map<string, { url: string; methods: string[] }>()
  app.addHook('onRoute', ({ url, method }) => {
    const address = url.replace(/:\w+/g, ':').replace(/\/$/, '')
    const known = found.get(address) ?? { url, methods: [] }
    known.methods.push(...[method].flat())
    found.set(address, known)
  })
  return () => {
    for (const { url, methods } of found.values()) {
      const others = app.supportedMethods.filter(
        (method) => method !== 'OPTIONS' && !methods.includes(method),
      )
      const allow = methods.join(', ')
      const onRequest = async (request: FastifyRequest) => {
        const token = tokenOf(request)
        if (token === null) throw notFound()
        rejectWhenBusy(services.db)
        const caller = await findCaller(token, services, request)
        if (!caller) throw notFound()
        limits.count(caller.actor.id, { rate: 'read' })
        throw new ServiceError('method-not-allowed', sentence`This address accepts only ${fixed(allow)}.`, {
          headers: { allow },
        })
      }
      app.route({ method: others, url, onRequest, handler: () => {} })
    }
  }
}
