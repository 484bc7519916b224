import * as groups from '#contract/places/place-groups.ts'
import type { Query } from '#contract/endpoint.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { callApi } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { ApiError } from '~/api/api-error.ts'

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
      const [group] = (await fetchPlaceGroups({ data: query, signal })).content
      if (!group) throw new ApiError(404, `There is no place group version ${id}.`)
      return group
    },
  })

export const fetchPlaces = createServerFn({ method: 'GET' })
  .validator(groups.getPlaces.params.extend(groups.getPlaces.query.shape))
  .handler(({ data: { id, tolerance } }) =>
    callApi(groups.getPlaces, { params: { id }, query: { tolerance } }),
  )

/** In degrees: finer than a line of the picture on a page. */
const TOLERANCE = 0.01
/** Outlines of a version never change. For the browser alone: they are no part of a page. */
export const placesQuery = (id: number) =>
  queryOptions({
    queryKey: ['place-groups', 'places', id],
    queryFn: ({ signal }) => fetchPlaces({ data: { id, tolerance: TOLERANCE }, signal }),
    enabled: typeof window !== 'undefined',
    staleTime: Infinity,
  })

export const changePlaceGroup = createServerFn({ method: 'POST' })
  .validator(groups.changePlaceGroupVersion.params.extend(groups.changePlaceGroupVersion.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(groups.changePlaceGroupVersion, { params: { id }, body }))

export const removePlaceGroup = createServerFn({ method: 'POST' })
  .validator(groups.deletePlaceGroupVersion.params)
  .handler(({ data }) => callApi(groups.deletePlaceGroupVersion, { params: data }))
