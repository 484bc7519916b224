import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as viewing from '#contract/viewing/viewing.ts'
import { callApi } from './http/api.server.ts'

const fetchPercentiles = createServerFn({ method: 'GET' })
  .validator(viewing.getRasterPercentiles.query)
  .handler(({ data }) => callApi(viewing.getRasterPercentiles, { query: data }))

/** A raster's cells never change. */
export const percentilesQuery = (raster: viewing.RasterName) =>
  queryOptions({
    queryKey: ['viewing', 'percentiles', raster],
    queryFn: ({ signal }) => fetchPercentiles({ data: { raster }, signal }),
    staleTime: Infinity,
  })

const fetchProfile = createServerFn({ method: 'GET' })
  .validator(viewing.getRasterProfile.query)
  .handler(({ data }) => callApi(viewing.getRasterProfile, { query: data }))

/** `line` as the call takes it: longitude,latitude;longitude,latitude. */
export const profileQuery = (raster: viewing.RasterName[], line: string) =>
  queryOptions({
    queryKey: ['viewing', 'profile', raster, line],
    queryFn: ({ signal }) => fetchProfile({ data: { raster, line, points: 200 }, signal }),
    staleTime: Infinity,
    retry: false,
  })

const fetchRasterDifference = createServerFn({ method: 'GET' })
  .validator(viewing.getRasterDifference.query)
  .handler(({ data }) => callApi(viewing.getRasterDifference, { query: data }))

/** Statistics of `other` minus `one`. */
export const rasterDifferenceQuery = (one: viewing.RasterName, other: viewing.RasterName) =>
  queryOptions({
    queryKey: ['viewing', 'difference', one, other],
    queryFn: ({ signal }) => fetchRasterDifference({ data: { one, other }, signal }),
    staleTime: Infinity,
    retry: false,
  })
