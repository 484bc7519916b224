import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as uploads from '#contract/rasters/uploads.ts'
import { callApi } from './http/api.server.ts'

export const fetchUploads = createServerFn({ method: 'GET' }).handler(() => callApi(uploads.listUploads, {}))

export const uploadsQuery = () =>
  queryOptions({
    queryKey: ['uploads'],
    queryFn: ({ signal }) => fetchUploads({ signal }),
  })

export const discardUpload = createServerFn({ method: 'POST' })
  .validator(uploads.deleteUpload.params)
  .handler(({ data }) => callApi(uploads.deleteUpload, { params: data }))
