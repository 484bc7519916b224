import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listTags } from '#contract/tags.ts'
import { callApi } from './api.server.ts'

export const fetchTags = createServerFn({ method: 'GET' }).handler(() => callApi(listTags, {}))
export const tagsQuery = queryOptions({ queryKey: ['tags'], queryFn: () => fetchTags(), staleTime: 60_000 })
