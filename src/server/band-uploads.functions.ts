import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as uploads from '#contract/band-uploads.ts'
import { isUnfinished } from '~/lib/unfinished.ts'
import { callApi } from './api.server.ts'

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
