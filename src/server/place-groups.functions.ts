import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type { Query } from '#contract/endpoint.ts'
import { listPlaceGroupVersions } from '#contract/place-group-list.ts'
import { ApiError } from '~/api/api-error.ts'
import { callApi } from './api.server.ts'

export const fetchPlaceGroups = createServerFn({ method: 'GET' })
  .validator(listPlaceGroupVersions.query)
  .handler(({ data }) => callApi(listPlaceGroupVersions, { query: data }))

export const placeGroupsQuery = (query: Query<typeof listPlaceGroupVersions>) =>
  queryOptions({
    queryKey: ['place-groups', 'list', query],
    queryFn: ({ signal }) => fetchPlaceGroups({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const placeGroupQuery = (id: number) =>
  queryOptions({
    queryKey: ['place-groups', 'one', id],
    queryFn: async ({ signal }) => {
      const query = listPlaceGroupVersions.query.parse({ id, active_only: false, limit: 1 })
      const [found] = (await fetchPlaceGroups({ data: query, signal })).content
      if (!found) throw new ApiError(404, `There is no place group version ${id}.`)
      return found
    },
  })
