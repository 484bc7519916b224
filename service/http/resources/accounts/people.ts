import * as contract from '#contract/accounts/people.ts'
import { admit } from '#service/domain/accounts/admit.ts'
import { disable, enable } from '#service/domain/accounts/disable.ts'
import { endSessionsOf } from '#service/domain/accounts/sessions/end-sessions.ts'
import { handOver } from '#service/domain/accounts/hand-over.ts'
import { removeRegistration } from '#service/domain/accounts/remove.ts'
import { setRoles } from '#service/domain/accounts/set-roles.ts'
import { noteAudit } from '../../record-calls.ts'
import { type Route, route } from '../../route.ts'

export const peopleRoutes: Route[] = [
  route(contract.admitUser, ({ params, body, request }, { db }) => {
    noteAudit(request, { detail: body.role })
    return admit(db, params.id, body.role)
  }),
  route(contract.setUserRoles, ({ params, body, actor, token, request }, { db }) => {
    noteAudit(request, { detail: body.roles.join(', ') })
    const own = params.id === actor.id ? (token ?? undefined) : undefined
    return setRoles(db, params.id, body.roles, own)
  }),
  route(contract.disableUser, ({ params, body, actor, request }, { db }) => {
    noteAudit(request, { detail: body.reason })
    return disable(db, actor.id, params.id)
  }),
  route(contract.enableUser, ({ params }, { db }) => enable(db, params.id)),
  route(contract.handOver, ({ params, body, request }, { db }) => {
    noteAudit(request, { detail: `to people:${body.to_user_id}` })
    return handOver(db, params.id, body.to_user_id)
  }),
  route(contract.endUserSessions, async ({ params }, { db }) => {
    const count = await endSessionsOf(db, params.id)
    return { msg: count === 1 ? '1 session was logged out.' : `${count} sessions were logged out.` }
  }),
  route(contract.removeUser, ({ params }, { db }) => removeRegistration(db, params.id)),
]
