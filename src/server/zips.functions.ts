import { createServerFn } from '@tanstack/react-start'
import { downloadZips } from '#contract/zips.ts'
import { callApi } from './api.server.ts'

export const prepareZip = createServerFn({ method: 'POST' })
  .validator(downloadZips.body)
  .handler(({ data }) => callApi(downloadZips, { body: data }))
