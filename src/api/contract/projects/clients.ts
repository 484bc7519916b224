import { z } from 'zod'
import { client } from './client-list.ts'
import { defineEndpoint } from '../endpoint.ts'
import { id, message, visibleName } from '../shapes.ts'

export const createClient = defineEndpoint({
  name: 'createClient',
  resource: 'projects',
  summary: 'Create a client; its name must be unique, ignoring case',
  method: 'POST',
  path: '/projects/clients',
  audit: 'create-client',
  record: 'result',
  recordKind: 'clients',
  body: z.strictObject({ name: visibleName }),
  answer: client,
})

export const changeClient = defineEndpoint({
  name: 'changeClient',
  resource: 'projects',
  summary: 'Rename a client',
  method: 'PUT',
  path: '/projects/clients/{id}',
  audit: 'change-client',
  record: 'id',
  recordKind: 'clients',
  params: z.object({ id }),
  body: z.strictObject({ name: visibleName }),
  answer: client,
})

export const deleteClient = defineEndpoint({
  name: 'deleteClient',
  resource: 'projects',
  summary: 'Delete a client without projects',
  method: 'DELETE',
  path: '/projects/clients/{id}',
  audit: 'delete-client',
  record: 'id',
  recordKind: 'clients',
  params: z.object({ id }),
  answer: message,
})
