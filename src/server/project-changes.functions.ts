import { createServerFn } from '@tanstack/react-start'
import * as clients from '#contract/clients.ts'
import * as projects from '#contract/projects.ts'
import { callApi } from './api.server.ts'

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
