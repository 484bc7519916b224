import * as clients from '#contract/projects/clients.ts'
import * as projects from '#contract/projects/projects.ts'
import { remove as removeClient } from '../../domain/clients/remove.ts'
import { change as changeClient, create as createClient } from '../../domain/clients/save.ts'
import { get } from '../../domain/projects/list.ts'
import { remove } from '../../domain/projects/remove.ts'
import { change, create } from '../../domain/projects/save.ts'
import { type Route, route } from '../route.ts'

export const projectsRoutes: Route[] = [
  route(clients.createClient, ({ body }, { db }) => createClient(db, body)),
  route(clients.changeClient, ({ params, body }, { db }) => changeClient(db, params.id, body)),
  route(clients.deleteClient, ({ params }, { db }) => removeClient(db, params.id)),
  route(projects.getProject, ({ params }, { db }) => get(db, params.id)),
  route(projects.createProject, ({ body }, { db }) => create(db, body)),
  route(projects.changeProject, ({ params, body }, { db }) => change(db, params.id, body)),
  route(projects.deleteProject, ({ params }, { db }) => remove(db, params.id)),
]
