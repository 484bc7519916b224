import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import { listEveryTag, listTags } from '#contract/projects/tag-list.ts'
import * as tags from '#contract/projects/tags.ts'
import { callApi } from './http/api.server.ts'

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

export const fetchTagPage = createServerFn({ method: 'GET' })
  .validator(listTags.query)
  .handler(({ data }) => callApi(listTags, { query: data }))

export const tagPageQuery = (query: Query<typeof listTags>) =>
  queryOptions({
    queryKey: ['tags', 'list', query],
    queryFn: ({ signal }) => fetchTagPage({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchTagUse = createServerFn({ method: 'GET' })
  .validator(tags.getTagUse.params)
  .handler(({ data }) => callApi(tags.getTagUse, { params: data }))

/** Always asked again: people decide by it whether to delete. */
export const tagUseQuery = (id: number) =>
  queryOptions({
    queryKey: ['tags', 'use', id],
    queryFn: ({ signal }) => fetchTagUse({ data: { id }, signal }),
    staleTime: 0,
  })

export const changeTag = createServerFn({ method: 'POST' })
  .validator(tags.changeTag.params.extend(tags.changeTag.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(tags.changeTag, { params: { id }, body }))

export const mergeTag = createServerFn({ method: 'POST' })
  .validator(tags.mergeTag.params.extend(tags.mergeTag.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(tags.mergeTag, { params: { id }, body }))

export const deleteTag = createServerFn({ method: 'POST' })
  .validator(tags.deleteTag.params.extend(tags.deleteTag.query.shape))
  .handler(({ data: { id, ...query } }) => callApi(tags.deleteTag, { params: { id }, query }))

export const addSubmissionTags = createServerFn({ method: 'POST' })
  .validator(tags.addSubmissionTags.body)
  .handler(({ data }) => callApi(tags.addSubmissionTags, { body: data }))

export const removeSubmissionTags = createServerFn({ method: 'POST' })
  .validator(tags.removeSubmissionTags.body)
  .handler(({ data }) => callApi(tags.removeSubmissionTags, { body: data }))
