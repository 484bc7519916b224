import * as clients from '#contract/projects/clients.ts'
import * as projects from '#contract/projects/projects.ts'
import { listClients } from '#contract/projects/client-list.ts'
import type { Query } from '#contract/endpoint.ts'
import { listProjects } from '#contract/projects/project-list.ts'
import { getProject } from '#contract/projects/projects.ts'
import { callApi } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'

export const fetchProjects = createServerFn({ method: 'GET' })
  .validator(listProjects.query)
  .handler(({ data }) => callApi(listProjects, { query: data }))

export const projectsQuery = (query: Query<typeof listProjects>) =>
  queryOptions({
    queryKey: ['projects', 'list', query],
    queryFn: ({ signal }) => fetchProjects({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

/** For pickers: by name, as many as one call gives. */
export const everyProjectQuery = queryOptions({
  queryKey: ['projects', 'every'],
  queryFn: ({ signal }) => fetchProjects({ data: listProjects.query.parse({ limit: 1000 }), signal }),
  staleTime: 60_000,
})

export const fetchProject = createServerFn({ method: 'GET' })
  .validator(getProject.params)
  .handler(({ data }) => callApi(getProject, { params: data }))

export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', 'one', id],
    queryFn: ({ signal }) => fetchProject({ data: { id }, signal }),
  })

export const fetchClients = createServerFn({ method: 'GET' })
  .validator(listClients.query)
  .handler(({ data }) => callApi(listClients, { query: data }))

export const clientsQuery = (query: Query<typeof listClients>) =>
  queryOptions({
    queryKey: ['clients', 'list', query],
    queryFn: ({ signal }) => fetchClients({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const everyClientQuery = queryOptions({
  queryKey: ['clients', 'every'],
  queryFn: ({ signal }) => fetchClients({ data: listClients.query.parse({ limit: 1000 }), signal }),
  staleTime: 60_000,
})

export const createProject = createServerFn({ method: 'POST' })
  .validator(projects.createProject.body)
  .handler(({ data }) => callApi(projects.createProject, { body: data }))

export const changeProject = createServerFn({ method: 'POST' })
  .validator(projects.changeProject.params.extend(projects.changeProject.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(projects.changeProject, { params: { id }, body }))

export const deleteProject = createServerFn({ method: 'POST' })
  .validator(projects.deleteProject.params)
  .handler(({ data }) => callApi(projects.deleteProject, { params: data }))

export const createClient = createServerFn({ method: 'POST' })
  .validator(clients.createClient.body)
  .handler(({ data }) => callApi(clients.createClient, { body: data }))

export const changeClient = createServerFn({ method: 'POST' })
  .validator(clients.changeClient.params.extend(clients.changeClient.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(clients.changeClient, { params: { id }, body }))

export const deleteClient = createServerFn({ method: 'POST' })
  .validator(clients.deleteClient.params)
  .handler(({ data }) => callApi(clients.deleteClient, { params: data }))
