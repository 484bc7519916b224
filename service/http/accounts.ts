import { getMe, listUsers } from '#contract/accounts.ts'
import { listPeople } from '../domain/accounts/list.ts'
import { type Route, route } from './route.ts'

export const accountsRoutes: Route[] = [
  route(getMe, async ({ actor }) => actor),
  route(listUsers, ({ query }, { db }) => listPeople(db, query)),
]
