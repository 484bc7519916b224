import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as groups from '#contract/place-groups.ts'
import { callApi } from './api.server.ts'

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
