import * as contract from '#contract/accounts/access-tokens.ts'
import { create } from '#service/domain/access-tokens/create.ts'
import { list } from '#service/domain/access-tokens/list.ts'
import { revoke } from '#service/domain/access-tokens/revoke.ts'
import { noteAudit } from '../../record-calls.ts'
import { type Route, route } from '../../route.ts'

export const accessTokensRoutes: Route[] = [
  route(contract.listAccessTokens, ({ query, actor }, { db }) => list(db, actor, query)),
  route(contract.createAccessToken, ({ body, actor, request }, { db }) => {
    noteAudit(request, { detail: [...new Set(body.scopes)].sort().join(', ') })
    return create(db, actor, body)
  }),
  route(contract.revokeAccessToken, ({ params, actor }, { db }) => revoke(db, actor, params.id)),
]
