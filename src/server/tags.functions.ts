import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listEveryTag } from '#contract/tag-list.ts'
import * as tags from '#contract/tags.ts'
import { callApi } from './api.server.ts'

export const fetchTags = createServerFn({ method: 'GET' }).handler(() => callApi(listEveryTag, {}))
export const tagsQuery = queryOptions({ queryKey: ['tags'], queryFn: () => fetchTags(), staleTime: 60_000 })

export const createTag = createServerFn({ method: 'POST' })
  .validator(tags.createTag.body)
  .handler(({ data }) => callApi(tags.createTag, { body: data }))

export const addTags = createServerFn({ method: 'POST' })
  .validator(tags.addTags.body)
  .handler(({ data }) => callApi(tags.addTags, { body: data }))

export const removeTags = createServerFn({ method: 'POST' })
  .validator(tags.removeTags.body)
  .handler(({ data }) => callApi(tags.removeTags, { body: data }))
