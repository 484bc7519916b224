import type { Endpoint, Role } from '#contract/endpoint.ts'
import { INVALID_CREDENTIALS } from '#contract/shapes.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, Services } from '../context.ts'
import { findSession } from '../domain/accounts/find-session.ts'
import { ServiceError } from '../service-error.ts'

const BEARER = /^Bearer ([^\s,]{1,200})$/i

/** The token of the Authorization header. Cookies are never read here: a foreign page cannot make a browser send this header. */
export function bearerOf(request: FastifyRequest): string | null {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null
}

const orList = (roles: readonly Role[]) =>
  roles.length < 2 ? roles.join('') : `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`

export const invalidCredentials = () => new ServiceError('forbidden', INVALID_CREDENTIALS)

/** Who calls, if that person may; throws the 403 otherwise. */
export async function authenticate(
  endpoint: Endpoint,
  token: string | null,
  services: Services,
): Promise<Actor | null> {
  const { access } = endpoint
  if (access === 'public') return token === null ? null : findSession(services.db, token)
  const actor = token === null ? null : await findSession(services.db, token)
  if (!actor) throw invalidCredentials()
  if (!actor.roles.some(({ name }) => access.includes(name as Role)))
    throw new ServiceError(
      'forbidden',
      `This needs the role ${orList(access)}; yours is ${actor.roles.map(({ name }) => name).join(', ') || 'none'}. An admin can change it.`,
    )
  return actor
}
