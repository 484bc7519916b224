import { listAuditActions } from '#contract/audit.ts'
import { listActions } from '../../domain/audit/list.ts'
import { type Route, route } from '../route.ts'

export const auditRoutes: Route[] = [route(listAuditActions, (_call, { db }) => listActions(db))]
