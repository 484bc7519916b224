import { listAudit, listAuditActions } from '#contract/audit.ts'
import { listActions, listEntries } from '../../domain/audit/list.ts'
import { type Route, route } from '../route.ts'

export const auditRoutes: Route[] = [
  route(listAudit, ({ query }, { db }) => listEntries(db, query)),
  route(listAuditActions, (_call, { db }) => listActions(db)),
]
