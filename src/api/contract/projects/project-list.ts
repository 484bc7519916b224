import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { id, listOf, listQuery, many, text } from '../shapes.ts'

export const PROJECT_STATUSES = ['planned', 'active', 'paused', 'completed', 'cancelled'] as const
export const projectStatus = z.enum(PROJECT_STATUSES)

export const project = z.object({
  id: z.number().int(),
  name: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  description: z.string(),
  /** What the methods page of the project's jobs says; empty like the next two: not stated. */
  funding: z.string().default(''),
  /** How the data were identified, accessed and selected. */
  data_selection: z.string().default(''),
  /** Who shares the data, and under which conditions. */
  data_sharing: z.string().default(''),
  status: projectStatus,
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  members: z.array(z.object({ id: z.number().int(), name: z.string() })),
  submissions: z.number().int(),
  created_at: z.string(),
})
export type Project = z.output<typeof project>

export const listProjects = defineEndpoint({
  name: 'listProjects',
  resource: 'projects',
  summary: 'List projects',
  method: 'GET',
  path: '/projects/',
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
