import * as contract from '#contract/lists/saved-views.ts'
import { change } from '../../domain/views/change.ts'
import { create } from '../../domain/views/create.ts'
import { list } from '../../domain/views/list.ts'
import { remove } from '../../domain/views/remove.ts'
import { setDefault } from '../../domain/views/set-default.ts'
import { type Route, route } from '../route.ts'

export const viewsRoutes: Route[] = [
  route(contract.listViews, ({ query, actor }, { db }) => list(db, actor, query.list)),
  route(contract.createView, ({ body, actor }, { db }) => create(db, actor, body)),
  route(contract.changeView, ({ params, body, actor }, { db }) => change(db, actor, params.id, body)),
  route(contract.deleteView, ({ params, actor }, { db }) => remove(db, actor, params.id)),
  route(contract.setDefaultView, ({ body, actor }, { db }) => setDefault(db, actor, body)),
]
