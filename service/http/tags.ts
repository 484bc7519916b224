import { listTags } from '#contract/tags.ts'
import { listAllTags } from '../domain/tags/list.ts'
import { type Route, route } from './route.ts'

export const tagsRoutes: Route[] = [route(listTags, ({ query }, { db }) => listAllTags(db, query))]
