import { z } from 'zod'
import { LIST_TIMEOUT_MS, READERS, WRITERS, defineEndpoint } from './endpoint.ts'
import { date, id, listOf, listQuery, many, message, text, visibleName } from './shapes.ts'

export const PROJECT_STATUSES = ['planned', 'active', 'paused', 'completed', 'cancelled'] as const
export const projectStatus = z.enum(PROJECT_STATUSES)

export const project = z.object({
  id: z.number().int(),
  name: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  description: z.string(),
  status: projectStatus,
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  members: z.array(z.object({ id: z.number().int(), name: z.string() })),
  submissions: z.number().int(),
  created_at: z.string(),
})
export type Project = z.output<typeof project>

const written = {
  client_id: id.nullable(),
  description: z.string().trim().max(5000),
  status: projectStatus,
  start_date: date.nullable(),
  /** The same day or later. */
  end_date: date.nullable(),
  /** Ids of people; the list replaces the previous one. */
  members: z.array(id).max(200),
}

export const listProjects = defineEndpoint({
  name: 'listProjects',
  resource: 'projects',
  summary: 'Projects with paging, sort and filters',
  method: 'GET',
  path: '/projects/',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
  query: listQuery(
    ['name', 'id', 'client_name', 'status', 'start_date', 'end_date', 'created_at'],
    { sortBy: 'name' },
    {
      /** Contains, case-insensitive. */
      name: text.optional(),
      client_id: many(id),
      status: many(projectStatus),
      /** Ids of people; a project matches if one of them is a member. */
      member: many(id),
    },
  ),
  answer: listOf(project),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const getProject = defineEndpoint({
  name: 'getProject',
  resource: 'projects',
  summary: 'One project',
  method: 'GET',
  path: '/projects/{id}',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: 'id',
  params: z.object({ id }),
  answer: project,
})

export const createProject = defineEndpoint({
  name: 'createProject',
  resource: 'projects',
  summary: 'Create a project; its name is unique within its client',
  method: 'POST',
  path: '/projects/',
  access: WRITERS,
  scope: 'write',
  rate: 'write',
  audit: 'create-project',
  record: 'result',
  body: z.strictObject({
    name: visibleName,
    client_id: written.client_id.default(null),
    description: written.description.default(''),
    status: written.status.default('active'),
    start_date: written.start_date.default(null),
    end_date: written.end_date.default(null),
    members: written.members.default([]),
  }),
  answer: project,
})

export const changeProject = defineEndpoint({
  name: 'changeProject',
  resource: 'projects',
  summary: 'Change a project; fields that are not sent stay unchanged',
  method: 'PUT',
  path: '/projects/{id}/',
  access: WRITERS,
  scope: 'write',
  rate: 'write',
  audit: 'change-project',
  record: 'id',
  params: z.object({ id }),
  body: z.strictObject({ name: visibleName, ...written }).partial(),
  answer: project,
})

export const deleteProject = defineEndpoint({
  name: 'deleteProject',
  resource: 'projects',
  summary: 'Delete a project without submissions',
  method: 'DELETE',
  path: '/projects/{id}',
  access: WRITERS,
  scope: 'write',
  rate: 'write',
  audit: 'delete-project',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})
