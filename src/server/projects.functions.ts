import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listClients } from '#contract/client-list.ts'
import type { Query } from '#contract/endpoint.ts'
import { listProjects } from '#contract/project-list.ts'
import { getProject } from '#contract/projects.ts'
import { callApi } from './api.server.ts'

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
