import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as lists from '#contract/rasters/collection-list.ts'
import * as collections from '#contract/rasters/collections.ts'
import * as versions from '#contract/rasters/collection-versions.ts'
import type { Query } from '#contract/endpoint.ts'
import { callApi } from './http/api.server.ts'

const fetchCollections = createServerFn({ method: 'GET' })
  .validator(lists.listCollections.query)
  .handler(({ data }) => callApi(lists.listCollections, { query: data }))

export const collectionsQuery = (query: Query<typeof lists.listCollections>) =>
  queryOptions({
    queryKey: ['collections', 'list', query],
    queryFn: ({ signal }) => fetchCollections({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

/** The first names in alphabetical order, as many as a list answers. */
export const collectionNamesQuery = {
  ...collectionsQuery({ ...lists.listCollections.query.parse({ sort_by: 'name', limit: 250 }) }),
  staleTime: 60_000,
}

const fetchCollection = createServerFn({ method: 'GET' })
  .validator(collections.getCollection.params)
  .handler(({ data }) => callApi(collections.getCollection, { params: data }))

export const collectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['collections', 'one', id],
    queryFn: ({ signal }) => fetchCollection({ data: { id }, signal }),
  })

const fetchBandCheck = createServerFn({ method: 'GET' })
  .validator(collections.checkBands.query)
  .handler(({ data }) => callApi(collections.checkBands, { query: data }))

/** A band's cells never change, so neither does the check of the same bands. */
export const bandCheckQuery = (
  ids: readonly number[],
  covariate: readonly number[],
  populationId: number | undefined,
) =>
  queryOptions({
    queryKey: ['collections', 'check', ids, covariate, populationId ?? null],
    queryFn: ({ signal }) =>
      fetchBandCheck({
        data: { band_id: [...ids], covariate: [...covariate], population_band_id: populationId },
        signal,
      }),
    enabled: ids.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  })

export const createCollection = createServerFn({ method: 'POST' })
  .validator(collections.createCollection.body)
  .handler(({ data }) => callApi(collections.createCollection, { body: data }))

export const changeCollection = createServerFn({ method: 'POST' })
  .validator(collections.changeCollection.params.extend(collections.changeCollection.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(collections.changeCollection, { params: { id }, body }))

export const deleteCollection = createServerFn({ method: 'POST' })
  .validator(collections.deleteCollection.params)
  .handler(({ data }) => callApi(collections.deleteCollection, { params: data }))

const fetchCollectionVersions = createServerFn({ method: 'GET' })
  .validator(versions.listCollectionVersions.params)
  .handler(({ data }) =>
    callApi(versions.listCollectionVersions, { params: data, query: { limit: 100, skip: 0 } }),
  )

/** The newest hundred. */
export const collectionVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['collections', 'versions', id],
    queryFn: ({ signal }) => fetchCollectionVersions({ data: { id }, signal }),
  })

export const restoreCollectionVersion = createServerFn({ method: 'POST' })
  .validator(versions.restoreCollectionVersion.params.extend(versions.restoreCollectionVersion.body.shape))
  .handler(({ data: { id, version, ...body } }) =>
    callApi(versions.restoreCollectionVersion, { params: { id, version }, body }),
  )

export const deleteCollectionVersion = createServerFn({ method: 'POST' })
  .validator(versions.deleteCollectionVersion.params)
  .handler(({ data }) => callApi(versions.deleteCollectionVersion, { params: data }))
