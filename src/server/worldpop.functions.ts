import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { listAssetUses } from '#contract/rasters/assets.ts'
import type { Query } from '#contract/endpoint.ts'
import * as lists from '#contract/rasters/worldpop-list.ts'
import * as worldpop from '#contract/rasters/worldpop.ts'
import { callApi, callApiLater } from './http/api.server.ts'

export const fetchDatasets = createServerFn({ method: 'GET' })
  .validator(lists.listDatasets.query)
  .handler(({ data }) => callApi(lists.listDatasets, { query: data }))

export const datasetsQuery = (query: Query<typeof lists.listDatasets>) =>
  queryOptions({
    queryKey: ['worldpop', 'list', query],
    queryFn: ({ signal }) => fetchDatasets({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchOneDataset = createServerFn({ method: 'GET' })
  .validator(worldpop.getDataset.params)
  .handler(({ data }) => callApi(worldpop.getDataset, { params: data }))

export const datasetQuery = (id: number) =>
  queryOptions({
    queryKey: ['worldpop', 'one', id],
    queryFn: ({ signal }) => fetchOneDataset({ data: { id }, signal }),
  })

export const fetchDatasetCoverage = createServerFn({ method: 'GET' })
  .validator(worldpop.listDatasetCoverage.query)
  .handler(({ data }) => callApi(worldpop.listDatasetCoverage, { query: data }))

export const datasetCoverageQuery = (query: Query<typeof worldpop.listDatasetCoverage>) =>
  queryOptions({
    queryKey: ['worldpop', 'coverage', query],
    queryFn: ({ signal }) => fetchDatasetCoverage({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchHosts = createServerFn({ method: 'GET' }).handler(() =>
  callApi(worldpop.listDatasetHosts, {}),
)
export const hostsQuery = queryOptions({
  queryKey: ['worldpop', 'hosts'],
  queryFn: () => fetchHosts(),
  staleTime: Infinity,
})

/** The service fetches the raster; the record that it answers shows the findings. */
export const fetchFromAddress = createServerFn({ method: 'POST' })
  .validator(worldpop.fetchDataset.body)
  .handler(({ data }) => callApiLater(worldpop.fetchDataset, { body: data }))

export const removeDataset = createServerFn({ method: 'POST' })
  .validator(worldpop.deleteDataset.params)
  .handler(({ data }) => callApi(worldpop.deleteDataset, { params: data }))

export const fetchDatasetUses = createServerFn({ method: 'GET' })
  .validator(listAssetUses.params)
  .handler(({ data }) => callApi(listAssetUses, { params: data }))

/** Everything that uses a dataset's raster. */
export const datasetUsesQuery = (assetId: number) =>
  queryOptions({
    queryKey: ['worldpop', 'uses', assetId],
    queryFn: ({ signal }) => fetchDatasetUses({ data: { id: assetId }, signal }),
  })
