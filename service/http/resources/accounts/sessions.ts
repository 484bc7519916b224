import * as contract from '#contract/accounts/sessions.ts'
import { endSessionsOf, endSession } from '#service/domain/accounts/sessions/end-sessions.ts'
import { listSessions } from '#service/domain/accounts/sessions/list-sessions.ts'
import { type Route, route } from '../../route.ts'

export const sessionsRoutes: Route[] = [
  route(contract.listSessions, ({ query, actor, token }, { db }) =>
    listSessions(db, actor, token ?? '', query),
  ),
  route(contract.endSession, ({ params, actor }, { db }) => endSession(db, actor.id, params.id)),
  route(contract.endSessions, async ({ query, actor, token, reply }, { db }) => {
    if (!query.keep_current) reply.header('clear-site-data', '"cache", "storage"')
    await endSessionsOf(db, actor.id, query.keep_current ? (token ?? undefined) : undefined)
    return {
      msg: query.keep_current ? 'You are logged out everywhere else.' : 'You are logged out everywhere.',
    }
  }),
]
