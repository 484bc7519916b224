import { type Endpoint, type Role, type Scope, isForPrograms } from '#contract/endpoint.ts'
import { INVALID_CREDENTIALS } from '#contract/shapes.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, Services } from '../context.ts'
import { findByAccessToken, isAccessToken } from '../domain/access-tokens/find.ts'
import { findSession } from '../domain/accounts/sessions/find-session.ts'
import { fixed, sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import { rememberCaller } from './record-calls.ts'

const BEARER = /^Bearer ([^\s,]{1,200})$/i
const BASIC = /^Basic ([\w+/=-]{1,400})$/i

/**
 * The token of the Authorization header: after Bearer or, for programs that know only names and passwords (QGIS before
 * 3.24), an access token as the password. Cookies are never read here, and a browser is never asked for a password:
 * another site cannot make it send this header.
 */
export function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string | null {
  const [, bearer] = BEARER.exec(authorization) ?? []
  if (bearer !== undefined) return bearer
  const [, basic] = BASIC.exec(authorization) ?? []
  if (basic === undefined) return null
  const named = Buffer.from(basic, 'base64').toString()
  const password = named.slice(named.indexOf(':') + 1)
  return isAccessToken(password) ? password : null
}

const orList = (roles: readonly Role[]) =>
  roles.length < 2 ? roles.join('') : `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`

export const invalidCredentials = () => new ServiceError('forbidden', fixed(INVALID_CREDENTIALS))

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Strata", charset="UTF-8"' }
/** Those of QGIS too, which sends what it knows without being asked. */
const isBrowser = ({ headers }: FastifyRequest): boolean | undefined =>
  headers['sec-fetch-mode'] !== undefined ||
  headers.origin !== undefined ||
  headers['user-agent']?.startsWith('Mozilla/')

/**
 * wget, Java and `curl --anyauth` send a password only after a 401. A browser would ask the person for one, and then send
 * it with calls that other sites make.
 */
const withoutToken = (endpoint: Endpoint, request: FastifyRequest | undefined) =>
  request && isForPrograms(endpoint) && request.headers.authorization === undefined && !isBrowser(request)
    ? new ServiceError('unauthorized', fixed(INVALID_CREDENTIALS), { headers: CHALLENGE })
    : invalidCredentials()

/** The caller, and the access token used; null for a session: then the roles alone decide. */
export interface Known {
  actor: Actor
  accessToken: { id: number; scopes: readonly Scope[] } | null
}

export async function findCaller(
  token: string,
  { db }: Services,
  request: FastifyRequest | undefined,
): Promise<Known | null> {
  if (isAccessToken(token)) return findByAccessToken(db, token, request?.ip)
  // There is no request when a live stream checks whether it may continue.
  const actor = await findSession(db, token, request !== undefined)
  return actor && { actor, accessToken: null }
}

function checkScope({ scope }: Endpoint, scopes: readonly Scope[]): void {
  if (scope === null || scope === 'session')
    throw new ServiceError(
      'forbidden',
      sentence`An access token cannot do this. Log in with your password and try again.`,
    )
  if (!scopes.includes(scope))
    throw new ServiceError(
      'forbidden',
      sentence`This access token lacks the scope '${fixed(scope)}'; it has ${fixed(scopes.join(', '))}. Create another one in your profile.`,
    )
}

/** The caller, if permitted; throws 403 otherwise. If the request is given, the caller is noted for the audit. */
export async function authenticate(
  endpoint: Endpoint,
  token: string | null,
  services: Services,
  request?: FastifyRequest,
): Promise<Known | null> {
  const { access } = endpoint
  const caller = token === null ? null : await findCaller(token, services, request)
  if (caller && request) rememberCaller(request, caller.actor)
  if (access === 'public') return caller
  if (!caller) throw withoutToken(endpoint, request)
  const { actor, accessToken } = caller
  if (!actor.roles.some(({ name }) => access.includes(name as Role)))
    throw new ServiceError(
      'forbidden',
      sentence`This needs the role ${fixed(orList(access))}; yours is ${fixed(actor.roles.map(({ name }) => name).join(', ') || 'none')}. An admin can change it.`,
    )
  if (accessToken) checkScope(endpoint, accessToken.scopes)
  return caller
}
