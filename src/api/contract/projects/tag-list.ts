import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { listOf, listQuery, text } from '../shapes.ts'

export const tag = z.object({ id: z.number().int(), name: z.string(), colour: z.string() })
export type Tag = z.output<typeof tag>

/** A tag with the number of jobs that have it. */
const listedTag = tag.extend({ jobs: z.number().int() })
export type ListedTag = z.output<typeof listedTag>

export const listTags = defineEndpoint({
  name: 'listTags',
  resource: 'tags',
  summary: 'List tags with the number of jobs that have them',
  method: 'GET',
  path: '/tags',
  query: listQuery(['name', 'id'], { sortBy: 'name', limit: 250 }, { name: text.optional() }),
  answer: listOf(listedTag),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listEveryTag = defineEndpoint({
  name: 'listEveryTag',
  resource: 'tags',
  summary: 'List all tags by name, without paging',
  method: 'GET',
  path: '/modeling/v1/tag/all',
  answer: listOf(tag),
  timeoutMs: LIST_TIMEOUT_MS,
})
