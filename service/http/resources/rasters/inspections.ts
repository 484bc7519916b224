import * as contract from '#contract/rasters/inspections.ts'
import { getInspection } from '#service/domain/inspections/get.ts'
import { removeInspection } from '#service/domain/inspections/remove.ts'
import { type Route, route } from '../../route.ts'

export const inspectionsRoutes: Route[] = [
  route(contract.getInspection, ({ params, actor }, { db }) => getInspection(db, actor.id, params.id)),
  route(contract.deleteInspection, ({ params, actor }, { db }) => removeInspection(db, actor.id, params.id)),
]
