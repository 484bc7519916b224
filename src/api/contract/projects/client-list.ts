import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { listOf, listQuery, text } from '../shapes.ts'

export const client = z.object({ id: z.number().int(), name: z.string() })
export type Client = z.output<typeof client>

export const listClients = defineEndpoint({
  name: 'listClients',
  resource: 'projects',
  summary: 'List clients',
  method: 'GET',
  path: '/projects/clients',
  query: listQuery(['name', 'id'], { sortBy: 'name', limit: 250 }, { name: text.optional() }),
  answer: listOf(client),
  timeoutMs: LIST_TIMEOUT_MS,
})
