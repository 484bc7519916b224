import { findRecords } from '#contract/search.ts'
import { find } from '../../domain/search/find.ts'
import { type Route, route } from '../route.ts'

export const searchRoutes: Route[] = [
  route(findRecords, ({ query, actor }, { db }) => find(db, actor, query.words)),
]
