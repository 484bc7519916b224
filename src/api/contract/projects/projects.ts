import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { project, projectStatus } from './project-list.ts'
import { date, id, message, visibleName } from '../shapes.ts'

export const MAX_MEMBERS = 200

const written = {
  client_id: id.nullable(),
  description: z.string().trim().max(5000),
  funding: z.string().trim().max(2000),
  data_selection: z.string().trim().max(2000),
  data_sharing: z.string().trim().max(2000),
  status: projectStatus,
  start_date: date.nullable(),
  /** Not before the start date. */
  end_date: date.nullable(),
  /** Ids of people; the list replaces the previous one. */
  members: z.array(id).max(MAX_MEMBERS),
}

export const getProject = defineEndpoint({
  name: 'getProject',
  resource: 'projects',
  summary: 'Get a project',
  method: 'GET',
  path: '/projects/{id}',
  record: 'id',
  params: z.object({ id }),
  answer: project,
})

export const createProject = defineEndpoint({
  name: 'createProject',
  resource: 'projects',
  summary: 'Create a project; its name must be unique within its client',
  method: 'POST',
  path: '/projects/',
  audit: 'create-project',
  record: 'result',
  body: z.strictObject({
    name: visibleName,
    client_id: written.client_id.default(null),
    description: written.description.default(''),
    funding: written.funding.default(''),
    data_selection: written.data_selection.default(''),
    data_sharing: written.data_sharing.default(''),
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
  summary: 'Update a project; fields that are not sent stay unchanged',
  method: 'PUT',
  path: '/projects/{id}/',
  audit: 'change-project',
  record: 'id',
  params: z.object({ id }),
  body: z
    .strictObject({
      name: visibleName,
      ...written,
      /** Ids of people; the other members stay, also those whom someone else adds at the same time. */
      add_members: written.members,
      /** Ids of people; removed last, and not an error if they are no members. */
      remove_members: written.members,
    })
    .partial(),
  answer: project,
})

export const deleteProject = defineEndpoint({
  name: 'deleteProject',
  resource: 'projects',
  summary: 'Delete a project without submissions',
  method: 'DELETE',
  path: '/projects/{id}',
  audit: 'delete-project',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})
