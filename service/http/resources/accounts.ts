import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts.ts'
import { confirmEmail } from '../../domain/accounts/confirm-email.ts'
import { listPeople } from '../../domain/accounts/list.ts'
import { signIn } from '../../domain/accounts/login.ts'
import { signOut } from '../../domain/accounts/logout.ts'
import type { Origin } from '../../domain/accounts/origin.ts'
import { recoverPassword } from '../../domain/accounts/recover-password.ts'
import { register } from '../../domain/accounts/register.ts'
import { requestMessage } from '../../domain/accounts/request-message.ts'
import { resetPassword } from '../../domain/accounts/reset-password.ts'
import { updateMe } from '../../domain/accounts/update-me.ts'
import { listDefaults } from '../../domain/views/list.ts'
import { type Route, route } from '../route.ts'

const originOf = ({ ip, id }: FastifyRequest): Origin => ({ address: ip, requestId: id })

export const accountsRoutes: Route[] = [
  route(contract.login, ({ body, request }, { db }) =>
    signIn(db, body, { ...originOf(request), userAgent: request.headers['user-agent'] }),
  ),
  route(contract.logout, ({ token, reply }, { db }) => {
    reply.header('clear-site-data', '"cache", "storage"')
    return signOut(db, token ?? '')
  }),
  route(contract.requestEmailConfirmation, ({ params, request }, services) =>
    requestMessage(services, 'confirm-email', params.email, originOf(request)),
  ),
  route(contract.requestPasswordRecovery, ({ params, request }, services) =>
    requestMessage(services, 'recover-password', params.email, originOf(request)),
  ),
  route(contract.confirmEmail, ({ body, request }, services) =>
    confirmEmail(services, body.token, originOf(request)),
  ),
  route(contract.recoverPassword, ({ body, request }, services) =>
    recoverPassword(services, body, originOf(request)),
  ),
  route(contract.resetPassword, ({ body, actor, token }, services) =>
    resetPassword(services, actor, token ?? '', body),
  ),
  route(contract.register, ({ body, request }, services) => register(services, body, originOf(request))),
  route(contract.getMe, async ({ actor }, { db }) => ({
    ...actor,
    default_views: await listDefaults(db, actor),
  })),
  route(contract.updateMe, ({ body, actor }, { db }) => updateMe(db, actor, body)),
  route(contract.listUsers, ({ query, actor }, { db }) => listPeople(db, actor, query)),
]
