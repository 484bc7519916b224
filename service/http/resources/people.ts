import { listAccountFacets } from '#contract/facets.ts'
import * as contract from '#contract/people.ts'
import { admit } from '../../domain/accounts/admit.ts'
import { disable, enable } from '../../domain/accounts/disable.ts'
import { endSessionsOf } from '../../domain/accounts/end-sessions.ts'
import { handOver } from '../../domain/accounts/hand-over.ts'
import { listAccounts } from '../../domain/accounts/list-accounts.ts'
import { listFacets } from '../../domain/accounts/list-facets.ts'
import { removeRegistration } from '../../domain/accounts/remove.ts'
import { setRoles } from '../../domain/accounts/set-roles.ts'
import { noteAudit } from '../record-calls.ts'
import { type Route, route } from '../route.ts'

export const peopleRoutes: Route[] = [
  route(contract.listAccounts, ({ query }, { db }) => listAccounts(db, query)),
  route(listAccountFacets, ({ query }, { db }) => listFacets(db, query)),
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
