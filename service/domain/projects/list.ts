import { facetsFrom } from '../../db/count-facets.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Project, listProjects } from '#contract/projects/project-list.ts'
import { eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Paging, byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { personName } from '../../db/person-name.ts'
import { clients, project_members, projects, submissions, users } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const columns = {
  id: projects.id,
  name: projects.name,
  client_id: projects.client_id,
  client_name: clients.name,
  description: projects.description,
  funding: projects.funding,
  data_selection: projects.data_selection,
  data_sharing: projects.data_sharing,
  status: projects.status,
  start_date: projects.start_date,
  end_date: projects.end_date,
  created_at: projects.created_at,
}

const select = (db: Executor) =>
  db.select(columns).from(projects).leftJoin(clients, eq(clients.id, projects.client_id))
type Row = Awaited<ReturnType<typeof select>>[number]

export async function list(
  db: Executor,
  query: Query<typeof listProjects>,
): Promise<Answer<typeof listProjects>> {
  const page = await listPage({
    select: select(db).$dynamic(),
    count: db.select({ total: countAll }).from(projects).$dynamic(),
    where: filterProjects(query),
    sortable: {
      name: byText(projects.name),
      id: projects.id,
      // Null without a client; the column itself never is.
      client_name: byText(sql`${clients.name}`),
      status: projects.status,
      start_date: projects.start_date,
      end_date: projects.end_date,
      created_at: projects.created_at,
    },
    id: projects.id,
    query,
    present: (row: Row) => row,
  })
  return { ...page, content: await describe(db, page.content) }
}

type Filters = Omit<Query<typeof listProjects>, keyof Paging>

export const filterProjects = (query: Filters): (SQL | undefined)[] => [
  query.name === undefined ? undefined : contains(projects.name, query.name),
  query.client_id && inArray(projects.client_id, query.client_id),
  query.status && inArray(projects.status, query.status),
  query.member && hasMember(query.member),
]

const hasMember = (ids: number[]) =>
  sql`exists (select from ${project_members} as pm
    where pm.project_id = ${projects.id} and ${inArray(sql`pm.user_id`, ids)})`

/** @throws ServiceError 'not-found' */
export async function get(db: Executor, id: number): Promise<Project> {
  const rows = await select(db).where(eq(projects.id, id))
  if (rows.length === 0) throw new ServiceError('not-found', sentence`There is no project ${id}.`)
  return (await describe(db, rows))[0]
}

/** Adds members and the number of submissions: two more statements for any page length. */
async function describe(db: Executor, rows: Row[]): Promise<Project[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const members = await db
    .select({ project_id: project_members.project_id, id: users.id, name: personName })
    .from(project_members)
    .innerJoin(users, eq(users.id, project_members.user_id))
    .where(inArray(project_members.project_id, ids))
    .orderBy(byText(personName), users.id)
  const counts = await db
    .select({ id: submissions.project_id, total: countAll })
    .from(submissions)
    .where(inArray(submissions.project_id, ids))
    .groupBy(submissions.project_id)
  const membersOf = Map.groupBy(members, ({ project_id }) => project_id)
  const totals = new Map(counts.map((row) => [row.id, row.total]))
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    members: (membersOf.get(row.id) ?? []).map(({ id, name: called }) => ({ id, name: called })),
    submissions: totals.get(row.id) ?? 0,
    created_at: created_at.toISOString(),
  }))
}

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
