import { listAudit, listAuditActions } from '#contract/audit.ts'
import { FACETS } from '#contract/lists/facets.ts'
import { listFacets } from '../../domain/audit/list-facets.ts'
import { listActions, listEntries } from '../../domain/audit/list.ts'
import { type Route, route } from '../route.ts'

export const auditRoutes: Route[] = [
  route(listAudit, ({ query }, { db }) => listEntries(db, query)),
  route(FACETS.listAudit, ({ query }, { db }) => listFacets(db, query)),
  route(listAuditActions, (_call, { db }) => listActions(db)),
]
