import { sql } from '#drizzle'
import { facetsFrom } from '../../db/count-facets.ts'
import { project_members, projects } from '../../db/schema.ts'
import { filterProjects } from './list.ts'

/** A project counts once for each of its members. */
export const listFacets = facetsFrom(projects, filterProjects, {
  client_id: projects.client_id,
  status: projects.status,
  member: {
    value: project_members.user_id,
    id: projects.id,
    from: sql`${projects} join ${project_members} on ${project_members.project_id} = ${projects.id}`,
  },
})
