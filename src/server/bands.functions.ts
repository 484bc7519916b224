import * as lists from '#contract/rasters/band-list.ts'
import * as uploads from '#contract/rasters/band-uploads.ts'
import * as bands from '#contract/rasters/bands.ts'
import { getBandZonal } from '#contract/rasters/zonal.ts'
import type { Query } from '#contract/endpoint.ts'
import { linkBandTiles } from '#contract/accounts/signed-links.ts'
import { getBandTileJson } from '#contract/standards/tilejson.ts'
import { callApi } from './http/api.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { isUnfinished } from '~/lib/unfinished.ts'

export const fetchBands = createServerFn({ method: 'GET' })
  .validator(lists.listBands.query)
  .handler(({ data }) => callApi(lists.listBands, { query: data }))

export const bandsQuery = (query: Query<typeof lists.listBands>) =>
  queryOptions({
    queryKey: ['bands', 'list', query],
    queryFn: ({ signal }) => fetchBands({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const fetchBand = createServerFn({ method: 'GET' })
  .validator(bands.getBand.params)
  .handler(({ data }) => callApi(bands.getBand, { params: data }))

export const bandQuery = (id: number) =>
  queryOptions({
    queryKey: ['bands', 'one', id],
    queryFn: ({ signal }) => fetchBand({ data: { id }, signal }),
    refetchInterval: ({ state }) => state.data?.rebuilding === true && 2000,
  })

export const fetchBandHistogram = createServerFn({ method: 'GET' })
  .validator(bands.getBandHistogram.params)
  .handler(({ data }) => callApi(bands.getBandHistogram, { params: data }))

/** A band's cells never change, but whether they are classes does: `categorical`. */
export const bandHistogramQuery = ({ id, categorical }: { id: number; categorical: boolean }) =>
  queryOptions({
    queryKey: ['bands', 'histogram', id, categorical],
    queryFn: ({ signal }) => fetchBandHistogram({ data: { id }, signal }),
    staleTime: Infinity,
  })

export const fetchBandValue = createServerFn({ method: 'GET' })
  .validator(bands.getBandValue.params.extend(bands.getBandValue.query.shape))
  .handler(({ data: { id, ...query } }) => callApi(bands.getBandValue, { params: { id }, query }))

/** The value at a place, rounded to about ten metres. */
export const bandValueQuery = (id: number, place: { longitude: number; latitude: number }) => {
  const longitude = Number(place.longitude.toFixed(4))
  const latitude = Number(place.latitude.toFixed(4))
  return queryOptions({
    queryKey: ['bands', 'value', id, longitude, latitude],
    queryFn: ({ signal }) => fetchBandValue({ data: { id, longitude, latitude }, signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

export const fetchBandZonal = createServerFn({ method: 'GET' })
  .validator(getBandZonal.params)
  .handler(({ data }) => callApi(getBandZonal, { params: data }))

/** Cells and outlines never change, but whether cells are classes does: `categorical`. */
export const bandZonalQuery = ({ id, categorical }: { id: number; categorical: boolean }, version: number) =>
  queryOptions({
    queryKey: ['bands', 'zonal', id, categorical, version],
    queryFn: ({ signal }) => fetchBandZonal({ data: { id, version }, signal }),
    staleTime: Infinity,
    retry: false,
  })

export const changeBand = createServerFn({ method: 'POST' })
  .validator(bands.changeBand.params.extend(bands.changeBand.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(bands.changeBand, { params: { id }, body }))

export const fetchBandTileJson = createServerFn({ method: 'GET' })
  .validator(getBandTileJson.params)
  .handler(({ data }) => callApi(getBandTileJson, { params: data, query: {} }))

export const bandTileJsonQuery = (id: number) =>
  queryOptions({
    queryKey: ['bands', 'tilejson', id],
    queryFn: ({ signal }) => fetchBandTileJson({ data: { id }, signal }),
    staleTime: Infinity,
  })

export const signBandTiles = createServerFn({ method: 'POST' })
  .validator(linkBandTiles.params.extend(linkBandTiles.body.shape))
  .handler(({ data: { id, minutes } }) => callApi(linkBandTiles, { params: { id }, body: { minutes } }))

export const bandTilesLinkQuery = (id: number, minutes: number) =>
  queryOptions({
    queryKey: ['signed-link', 'band-tiles', id, minutes],
    queryFn: ({ signal }) => signBandTiles({ data: { id, minutes }, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  })

export const fetchBandUpload = createServerFn({ method: 'GET' })
  .validator(uploads.getBandUpload.params)
  .handler(({ data }) => callApi(uploads.getBandUpload, { params: data }))

export const bandUploadQuery = (id: number) =>
  queryOptions({
    queryKey: ['band-uploads', id],
    queryFn: ({ signal }) => fetchBandUpload({ data: { id }, signal }),
    refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && 1000,
  })

export const deleteBandUpload = createServerFn({ method: 'POST' })
  .validator(uploads.deleteBandUpload.params)
  .handler(({ data }) => callApi(uploads.deleteBandUpload, { params: data }))
