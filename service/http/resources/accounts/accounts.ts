import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts/accounts.ts'
import type { Actor, Services } from '#service/context.ts'
import { confirmEmail } from '#service/domain/accounts/confirm-email.ts'
import { listPeople } from '#service/domain/accounts/list.ts'
import { logIn } from '#service/domain/accounts/sessions/login.ts'
import { logOut } from '#service/domain/accounts/sessions/logout.ts'
import type { Origin } from '#service/domain/accounts/origin.ts'
import { recoverPassword } from '#service/domain/accounts/passwords/recover-password.ts'
import { register } from '#service/domain/accounts/register.ts'
import { requestMessage } from '#service/domain/accounts/request-message.ts'
import { resetPassword } from '#service/domain/accounts/passwords/reset-password.ts'
import { updateMe } from '#service/domain/accounts/update-me.ts'
import { listDefaults } from '#service/domain/views/list.ts'
import { type Route, route } from '../../route.ts'

/** A person as every call returns them to themselves. */
const withDefaults = async ({ db }: Services, person: Actor) => ({
  ...person,
  default_views: await listDefaults(db, person),
})

const originOf = ({ ip, id }: FastifyRequest): Origin => ({ address: ip, requestId: id })

export const accountsRoutes: Route[] = [
  route(contract.login, ({ body, request }, { db }) =>
    logIn(db, body, { ...originOf(request), userAgent: request.headers['user-agent'] }),
  ),
  route(contract.logout, ({ token, reply }, { db }) => {
    reply.header('clear-site-data', '"cache", "storage"')
    return logOut(db, token ?? '')
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
  route(contract.getMe, ({ actor }, services) => withDefaults(services, actor)),
  route(contract.updateMe, async ({ body, actor }, services) =>
    withDefaults(services, await updateMe(services.db, actor, body)),
  ),
  route(contract.listUsers, ({ query, actor }, { db }) => listPeople(db, actor, query)),
]
